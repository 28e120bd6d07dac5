/** What became of each join point that the sources of an image have, in the form in which the image's own are told. */
import {
  accountFor,
  type ImageCode,
  type Question,
  type ResolvedJoinPoint,
} from "../../../live-weave/index.js";
import type { Problem } from "../../../model/index.js";
import { sourceJoinPoints } from "./source-join-points.js";

/** What is printed of a join point. */
export type Told = Pick<
  ResolvedJoinPoint,
  "joinPoint" | "reasons" | "effects" | "places" | "account" | "why"
>;

export interface ReadAccounts {
  /** Those of the sources, each once. */
  readonly joinPoints: readonly Told[];
  /** What instructions do beside them. */
  readonly codeOnly: readonly Told[];
  /** How many sources were read. */
  readonly units: number;
  readonly problems: readonly Problem[];
}

/** `inCode`: what the question means in the image, with what only its sources have. */
export async function readAccounts(
  image: ImageCode,
  question: Question,
  inCode: readonly ResolvedJoinPoint[],
): Promise<ReadAccounts> {
  const sources = await sourceJoinPoints(image, question);
  const { joinPoints, codeOnly } = accountFor(sources.joinPoints, inCode, image);
  return {
    joinPoints: joinPoints.map(({ source: { joinPoint, reason }, account, places, why }) => ({
      ...{ joinPoint, reasons: [reason], effects: [], account, places },
      ...(why === undefined ? {} : { why }),
    })),
    ...{ codeOnly, units: sources.units, problems: sources.problems },
  };
}
