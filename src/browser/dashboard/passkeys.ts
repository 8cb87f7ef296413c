import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser"
import { only } from "../shared/only.ts"

/** Makes the forms for passkeys work. Without this script, a sentence is shown in their place. */
export function offerPasskeys(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-passkey]")) {
    form.hidden = false
    form.addEventListener("submit", (event) => {
      event.preventDefault()
      void submit(form)
    })
    if (!browserSupportsWebAuthn()) say(form, "unsupported")
  }
}

async function submit(form: HTMLFormElement): Promise<void> {
  const button = only<HTMLButtonElement>("button", form)
  button.disabled = true
  say(form)
  try {
    const { path = "", passkey } = form.dataset
    const options = await send(`${path}/challenge`, form)
    const answer =
      passkey === "create"
        ? await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
        : await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
    const { to } = (await send(path, form, { answer: JSON.stringify(answer) })) as { to: string }
    location.assign(to)
  } catch (error) {
    button.disabled = false
    say(form, nameOf(error as Error))
  }
}

/** A message from the server for the user. */
class Refused extends Error {}

async function send(path: string, form: HTMLFormElement, more: Record<string, string> = {}): Promise<unknown> {
  const body = new URLSearchParams({ ...Object.fromEntries(new FormData(form) as never), ...more })
  const response = await fetch(path, { method: "POST", body })
  const isJson = response.headers.get("content-type")?.startsWith("application/json")
  const answer = isJson ? await response.json() : undefined
  if (response.ok && answer) return answer
  throw new Refused(answer?.error)
}

/** Returns the name of the text for an error, or the message from the server. */
function nameOf(error: Error): string | { text: string } {
  if (error instanceof Refused) return error.message ? { text: error.message } : "failed"
  if (error.name === "NotAllowedError" || error.name === "AbortError") return "canceled"
  return error.name === "SecurityError" ? "unsupported" : "failed"
}

function say(form: HTMLFormElement, what?: string | { text: string }): void {
  const place = only("[role=alert]", form)
  place.hidden = what === undefined
  place.textContent = typeof what === "string" ? (form.dataset[what] ?? "") : (what?.text ?? "")
}
