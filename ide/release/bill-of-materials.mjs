// A software bill of materials, CycloneDX 1.6 as JSON, of what is handed out: what is really in it, not what its build
// needed. By CycloneDX's own library, held against its own schema.
import { Enums, Models, Serialize, SPDX, Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { PackageURL } from "packageurl-js";
import parse from "spdx-expression-parse";

/**
 * The text of the bill of `product` (`{ name, version, license, commit }`). Components are those of `shippedIn`; of Debian's
 * packages `{ kind: "deb", name, version, architecture }`. Throws where the result is not valid.
 */
export async function billOf(product, components) {
  const bom = new Models.Bom();
  const whole = new Models.Component(Enums.ComponentType.Application, product.name, {
    version: product.version,
  });
  whole.bomRef.value = `${product.name}@${product.version}`;
  whole.licenses.add(new Models.NamedLicense(product.license));
  if (product.commit !== undefined) whole.properties.add(new Models.Property("weft:commit", product.commit));
  bom.metadata.component = whole;
  bom.metadata.timestamp = new Date();
  for (const each of components) {
    const component = componentOf(each);
    bom.components.add(component);
    whole.dependencies.add(component.bomRef);
  }
  const normalizer = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  const text = new Serialize.JsonSerializer(normalizer).serialize(bom, { sortLists: true, space: 2 });
  const wrong = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
  if (wrong !== null)
    throw new Error(`The bill of materials is not valid: ${JSON.stringify(wrong).slice(0, 500)}`);
  return `${text}\n`;
}

function componentOf({ kind, name, version, license, source, architecture }) {
  const at = name.startsWith("@") ? name.indexOf("/") : -1;
  const group = at === -1 ? undefined : name.slice(0, at);
  const namespace = kind === "deb" ? "debian" : group;
  const qualifiers = architecture === undefined ? undefined : { arch: architecture };
  const own = name.slice(at + 1);
  const purl = new PackageURL(kind, namespace, own, version, qualifiers, undefined).toString();
  const type = kind === "generic" ? Enums.ComponentType.Application : Enums.ComponentType.Library;
  const component = new Models.Component(type, own, { group, version, purl, bomRef: purl });
  if (license !== undefined) component.licenses.add(licenseOf(license));
  if (source !== undefined)
    component.externalReferences.add(
      new Models.ExternalReference(source, Enums.ExternalReferenceType.Website),
    );
  return component;
}

/** An identifier or expression of SPDX, or what the package calls it. */
function licenseOf(words) {
  if (SPDX.isSupportedSpdxId(words)) return new Models.SpdxLicense(words);
  try {
    parse(words);
    return new Models.LicenseExpression(words);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return new Models.NamedLicense(words);
  }
}
