import { Asset } from "../shared/asset.ts"

const SCRIPT = "text/javascript; charset=utf-8"
const STYLES = "text/css; charset=utf-8"

const here = (file: string) => new URL(file, import.meta.url)
const generated = (file: string) => new URL(`../../../generated/${file}`, import.meta.url)

/** The files of the documentation, by their name under `/v1/docs/`. */
const DOCS_ASSETS: Record<string, Asset> = {
  "docs.css": new Asset(STYLES, [here("../shared/palette.css"), here("docs.css")]),
  "guides.css": new Asset(STYLES, here("guides.css")),
  "reference.css": new Asset(STYLES, here("reference.css")),
  "icon.svg": new Asset("image/svg+xml", here("icon.svg")),
  "docs.js": new Asset(SCRIPT, generated("browser/docs.js")),
  "scalar.js": new Asset(SCRIPT, generated("scalar/scalar.js")),
  "start.js": new Asset(SCRIPT, here("start.js")),
}

/** Returns a file of the documentation, or undefined if none has this name. */
export function docsAsset(name: string): Asset | undefined {
  return Object.hasOwn(DOCS_ASSETS, name) ? DOCS_ASSETS[name] : undefined
}

/** Returns the address of a file with a digest of its content, so a browser can cache it forever. */
export async function assetPath(name: string): Promise<string> {
  const asset = docsAsset(name)
  if (!asset) throw new Error(`The documentation has no file ${name}.`)
  return `/v1/docs/${name}?v=${await asset.digest()}`
}

/** Returns the Cache-Control of a file: forever if the address names this content, otherwise an hour. */
export async function cacheControlOf(asset: Asset, version: unknown): Promise<string> {
  return version === (await asset.digest()) ? "public, max-age=31536000, immutable" : "public, max-age=3600"
}
