// The panel to try the shop in test mode. A real shop has none.
const $ = (selector) => document.querySelector(selector)
const CARDS = [
  ["4242 4242 4242 4242", "aprovado"],
  ["5555 5555 5555 4444", "aprovado"],
  ["4000 0000 0000 3220", "pede 3DS"],
  ["4000 0000 0000 0002", "recusado"],
  ["4000 0000 0000 9995", "sem saldo"],
  ["4000 0000 0000 0036", "demora um instante"],
  ["4000 0000 0000 0259", "contestado depois"],
]
const DETAILS = {
  ...{ email: "demo@example.com", name: "Cliente Demonstração", cpf: "529.982.247-25", postal_code: "01310-200" },
  ...{ line1: "Avenida Paulista", number: "1578", district: "Bela Vista", city: "São Paulo", state: "SP" },
}
const MEANINGS = {
  "payment_intent.succeeded": "pago",
  "payment_intent.payment_failed": "não foi pago",
  "payment_intent.canceled": "cancelado",
  "payment_intent.processing": "com o banco do cliente",
  "payment_method.attached": "espera a autorização",
  "payment_method.updated": "autorizado",
  "charge.dispute.created": "contestado pelo titular",
}
let current

for (const [number, meaning] of CARDS) {
  const chip = Object.assign(document.createElement("button"), { type: "button", textContent: number })
  chip.append(Object.assign(document.createElement("small"), { textContent: meaning }))
  chip.addEventListener("click", () => copy(number))
  const item = document.createElement("li")
  item.append(chip)
  $("#cards").append(item)
}

async function copy(number) {
  const copied = await navigator.clipboard.writeText(number).then(
    () => true,
    () => false,
  )
  $("#copied").textContent = copied ? `${number} copiado. Cole no campo do cartão.` : `Copie à mão: ${number}`
}

$("#fill").addEventListener("click", () => {
  for (const [name, value] of Object.entries(DETAILS)) $("#form").elements[name].value = value
})

for (const button of document.querySelectorAll("[data-simulate]")) {
  button.addEventListener("click", async () => {
    button.disabled = true
    await fetch(`/simulate/${current.id}/${button.dataset.simulate}`, { method: "POST" })
    button.disabled = false
  })
}

document.addEventListener("order", ({ detail: order }) => {
  current = order
  const { status, nextCharge, events } = order
  for (const button of document.querySelectorAll("[data-simulate]"))
    button.hidden = button.dataset.simulate === "month" ? !(status === "paid" && nextCharge) : status !== "open"
  const lines = events.map(({ id, type, created }) => {
    const line = Object.assign(document.createElement("li"), { title: id })
    const time = new Date(created * 1000).toLocaleString("pt-BR", { dateStyle: "short", timeStyle: "medium" })
    for (const [tag, text] of [
      ["code", type],
      ["span", MEANINGS[type] ?? ""],
      ["time", time],
    ])
      line.append(Object.assign(document.createElement(tag), { textContent: text }))
    return line
  })
  if (lines.length > 0) $("#events").replaceChildren(...lines)
  else
    $("#events").replaceChildren(
      Object.assign(document.createElement("li"), { className: "quiet", textContent: "Aguardando o primeiro evento…" }),
    )
})
