export type Answered = { status: number | null; text: string }
type Hook = { url: string; user?: string | undefined; password?: string | undefined }

/** Posts JSON. The status is null where no answer came in time. A redirect is not followed. */
export type Post = (hook: Hook, body: string) => Promise<Answered>

export function createPost({ ackMs }: { ackMs(): number }): { post: Post; stop(): void } {
  const stopped = new AbortController()
  return {
    async post({ url, user, password }, body) {
      const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(ackMs())])
      const basic = user === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password ?? ""}`).toString("base64")}`
      const headers = { "content-type": "application/json", ...(basic && { authorization: basic }) }
      try {
        const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" })
        return { status: response.status, text: await response.text() }
      } catch {
        return { status: null, text: "" }
      }
    },
    stop: () => stopped.abort(),
  }
}
