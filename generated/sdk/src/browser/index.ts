export { loadVintem } from "./load.ts"
export type * from "./types.ts"
