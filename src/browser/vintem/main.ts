// vintem.js: runs in merchants' pages, and defines window.Vintem.
import type { VintemFactory } from "../../sdk/browser/types.ts"
import { createVintem } from "./vintem.ts"

declare global {
  interface Window {
    Vintem?: VintemFactory
  }
}

const script = document.currentScript as HTMLScriptElement | null
if (!script?.src) throw new Error("Vintem: load vintem.js with <script src>, or with loadVintem() of 'vintem/browser'.")
const { origin } = new URL(script.src)

// A function, so `new Vintem(key)` works too. A second script in the page changes nothing.
window.Vintem ??= function Vintem(key: string) {
  return createVintem(origin, key)
}
