// The way to the page of the payer's bank, which leads back to ours.

export type Redirect = { method: "GET" | "POST"; url: string; data: Record<string, string> }

const NAME = "bank"

/** Banks do not let their page be framed, so it gets a tab of its own. A browser opens one only at a click. */
export function openTab(): Window | undefined {
  const tab = window.open("", NAME) ?? undefined
  if (tab) tab.opener = null
  return tab
}

/** Leads this tab, or the one that was opened for it, to the bank's page. */
export function goTo({ method, url, data }: Redirect, tab: Window = window): void {
  if (method === "GET") {
    tab.location.href = url
    return
  }
  const form = document.createElement("form")
  form.method = "post"
  form.action = url
  form.target = tab === window ? "_self" : NAME
  for (const [name, value] of Object.entries(data)) {
    const field = document.createElement("input")
    field.type = "hidden"
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}
