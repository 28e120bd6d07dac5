/**
 * Which attribute applies where. Three answers: it works here; it is known but for another kind of declaration; it is
 * known from DCE or MIDL and has no meaning for L4 stubs, so it is read and left alone. Any other word is a mistake.
 */
import { lookUp } from "../../model/index.js";
import type { Attribute } from "../parse/ast.js";
import type { Report } from "../parse/report.js";

export type Place = "interface" | "operation" | "parameter" | "member" | "typedef" | "module";

const EFFECTIVE: Readonly<Record<string, readonly Place[]>> = {
  uuid: ["interface", "operation", "typedef", "module"],
  local: ["interface", "operation"],
  oneway: ["operation"],
  kernelmsg: ["operation"],
  in: ["parameter"],
  out: ["parameter"],
  inout: ["parameter"],
  string: ["parameter", "typedef", "member", "operation"],
  length_is: ["parameter", "member"],
  size_is: ["parameter", "member", "typedef"],
  max_is: ["parameter", "member"],
  prealloc: ["parameter"],
  prealloc_client: ["parameter"],
  ref: ["parameter", "operation", "typedef", "member"],
  noxfer: ["parameter"],
  handle: ["parameter", "typedef"],
  itrans: ["parameter"],
  otrans: ["parameter"],
  max_value: ["parameter"],
  typ_size: ["parameter"],
  max_size: ["parameter"],
  relevant_bits: ["parameter"],
  nocache: ["parameter"],
  l1_only: ["parameter"],
  all_caches: ["parameter"],
  switch_is: ["parameter", "member"],
  switch_type: ["typedef", "member", "parameter"],
  case: ["member"],
  default: ["member", "interface", "parameter"],
};

/** Attributes that mean something for L4 stubs, and where they may stand. */
export const ATTRIBUTE_PLACES: Readonly<Record<string, readonly Place[]>> = EFFECTIVE;

/** Attributes of other run times: accepted anywhere, without effect. */
const FOREIGN = new Set(
  `abstract activatable agile aggregatable allocate allow_multiple annotation appobject async async_uuid auto_handle bindable bitmap8bit bitmap16bit
  bitmap32bit bitmap64bit broadcast byte_count call_as callback charset code codepage comm_status compressed composable context_handle context_handle_noserialize
  context_handle_serialize contract contractversion control custom defaultbind defaultcollelem defaultvalue defaultvtable delegate deprecated disable_consistency_check
  displaybind dllname dual enable_allocate encode endpoint entry enum8bit enum16bit eventadd eventremove exclusiveto explicit_handle fault_status
  first_is first_is flag flags flag_enum force_allocate full_pointer gensize hasDomainMapping helper helpcontext helpfile helpstring helpstringcontext
  helpstringdll hidden id idempotent ignore iid_is immediatebind implicit_handle in_line inputsync keyword last_is lcid library licensed
  marshaling_behavior maybe message min_is ms_union ms_struct nodiscriminant noncreatable nonbrowsable nonextensible nopull nopush noprint nonref notify
  notify_flag nosize object odl oleautomation optimize optional out_of_line overload partial_ignore pointer_default print progid propget propput
  propputref proxy ptr public queue range readonly relative relative_base relative_short represent_as represent_as requestedit restricted retval
  skip skip_noinit skip_static source static strict_context_handle subcontext subcontext_size subst switch to_null threading todo transmit_as
  uidefault unique unix usesgetlasterror user_marshal usercollection v1_enum vararg version vi_progid wire_marshal compression charset align
  value represent noclosure noprint key final appendable mutable nested topic default_nested extensibility autoid hashid bit_bound position must_understand
  external unit verbatim service ami oneway_ default_literal min max oblivious try_construct explicit_ struct_size no_compression
  string_is nested_ no_pull noxfer_ guid provider default_overload protected webhosthidden muse length flow variant experimental
  nointerface noheader gettype strict nopad bool nullterminated in_flag pipe nodefault composable allowforweb feature previous_contractversion
  allow_reply_only abs_timeout prealloc_server init_with_in init_rcvstring noopcode noexceptions error_function error_function_client
  error_function_server default_function dedicated_partner schedule_donate transmit_as cpu_affinity default_timeout server_parameter sched_donate
  attributename attributetarget attributeusage platform interface_annotation datarepresentation apicontract contractversion_ optionalif
  marshalingbehavior gather scatter writeable base_is window_is follow gui pyhelper nopython no_srv_register authservice input_sync`.split(
    /\s+/,
  ),
);

export function checkAttributes(report: Report, attributes: readonly Attribute[], place: Place): void {
  for (const attribute of attributes) {
    const name = attribute.name.text;
    if (Object.hasOwn(EFFECTIVE, name)) {
      const places = lookUp(EFFECTIVE, name) as readonly Place[];
      if (!places.includes(place) && !FOREIGN.has(name))
        report.warning(
          "idl/attribute",
          attribute.span,
          `${name} has no effect on ${withArticle(place)}`,
          `It belongs on ${places.map(withArticle).join(" or ")}; move it there.`,
        );
    } else if (!FOREIGN.has(name) && attribute.span.file.text[attribute.span.start] !== "@") {
      report.warning(
        "idl/attribute",
        attribute.span,
        `"${name}" is no attribute that Weft knows`,
        "It is ignored; check the spelling.",
      );
    }
  }
}

function withArticle(place: Place): string {
  return /^[aeiou]/.test(place) ? `an ${place}` : `a ${place}`;
}
