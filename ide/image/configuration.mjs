// What a container of the image runs and how, as umoci's options.

/**
 * The starter itself, not `weft ide` before it, is who waits for all that was started. The workspace is a volume; the user has no rights; the init hands SIGTERM on and waits for orphans.
 */
export function whatTheImageIs(version) {
  const environment = {
    LANG: "C.UTF-8",
    HOME: "/home/weft",
    PATH: "/usr/lib/weft/node/bin:/usr/local/bin:/usr/bin:/bin",
  };
  return [
    "--config.user=weft",
    "--config.workingdir=/workspace",
    "--config.volume=/workspace",
    "--config.exposedports=3100/tcp",
    "--config.stopsignal=SIGTERM",
    ...Object.entries(environment).map(([name, value]) => `--config.env=${name}=${value}`),
    ...words("entrypoint", ["tini", "--", "node", "/usr/lib/weft/ide/app/start.mjs"]),
    ...words("cmd", ["/workspace", "--hostname", "0.0.0.0", "--port", "3100", "--no-open"]),
    "--config.label=org.opencontainers.image.title=Weft",
    `--config.label=org.opencontainers.image.version=${version}`,
  ];
}

function words(option, list) {
  return list.map((word) => `--config.${option}=${word}`);
}
