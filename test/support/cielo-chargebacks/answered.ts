import type { Request } from "./types.ts"

/** Which step a request accepts or refuses, by its idChargeback: of several, the first. */
export async function answeredStep({ headers, body }: Request): Promise<number> {
  const type = headers["content-type"] ?? ""
  if (type.startsWith("multipart/form-data;")) {
    const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData()
    return Number(form.get("idChargeback"))
  }
  const { updateChargeback, idChargeback } = JSON.parse(body.toString())
  return Number(updateChargeback?.[0]?.idChargeback ?? idChargeback)
}
