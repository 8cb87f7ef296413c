// The build of recheck that is JavaScript only. The package has no types for it.
declare module "recheck/lib/browser.js" {
  const recheck: Pick<typeof import("recheck"), "checkSync">
  export default recheck
}
