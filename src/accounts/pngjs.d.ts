/** What the service and its tests use of pngjs, which has no types of its own. */
declare module "pngjs" {
  /** `data` has four bytes for each pixel: red, green, blue and alpha. */
  type Picture = { width: number; height: number; data: Buffer }
  type Options = { colorType?: number; inputHasAlpha?: boolean }

  export class PNG {
    constructor(size: { width: number; height: number })
    width: number
    height: number
    data: Buffer
    static sync: {
      read(content: Buffer): Picture
      /** Transparent pixels are drawn on white if the color type has no transparency. */
      write(picture: Picture, options?: Options): Buffer
    }
  }
}
