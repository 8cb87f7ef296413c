import type { VintemFactory } from "./types.ts"

type Page = Window & { Vintem?: VintemFactory }

const loading = new Map<string, Promise<VintemFactory>>()

/**
 * Loads vintem.js into the page. A second call uses the same script. Rejects if there is no page, as on a server, if the origin is invalid,
 * or if the script cannot be loaded. After a failed load, the next call tries again.
 *
 * @param frameOrigin The origin of Vintém's card fields, such as `https://cards.example.com`.
 * @returns `Vintem`, a function that takes a publishable key.
 */
export function loadVintem(frameOrigin: string): Promise<VintemFactory> {
  if (typeof window === "undefined" || typeof document === "undefined")
    return Promise.reject(
      new Error("Vintem: loadVintem() needs a browser. Call it on the page, not while rendering on a server."),
    )
  const origin = originOf(frameOrigin)
  if (!origin)
    return Promise.reject(new TypeError("Vintem: pass the origin of the card fields, such as https://cards.example.com."))
  let load = loading.get(origin)
  if (!load) {
    load = addScript(`${origin}/v1/vintem.js`)
    loading.set(origin, load)
    load.catch(() => loading.delete(origin))
  }
  return load
}

function originOf(text: unknown): string | undefined {
  try {
    const { origin, protocol } = new URL(String(text))
    return /^https?:$/.test(protocol) ? origin : undefined
  } catch {
    return undefined
  }
}

function addScript(src: string): Promise<VintemFactory> {
  return new Promise((resolve, reject) => {
    const page = window as Page
    if (page.Vintem) return resolve(page.Vintem)
    const script = document.createElement("script")
    const fail = (why: string) => {
      script.remove()
      reject(new Error(`Vintem: ${src} ${why}`))
    }
    script.src = src
    script.async = true
    script.onload = () => (page.Vintem ? resolve(page.Vintem) : fail("is not vintem.js."))
    script.onerror = () =>
      fail("could not be loaded. Check the origin, the network, and script-src of the page's Content-Security-Policy.")
    document.head.append(script)
  })
}
