// The page of the shop. vintem.js handles card fields and next actions, and the shop's own server handles the rest.
import { day, MESSAGES, methodsOf, money, terms, verb } from "./texts.js"

const $ = (selector) => document.querySelector(selector)
const element = (tag, members) => Object.assign(document.createElement(tag), members)
const { key, products } = JSON.parse($("#data").textContent)
const form = $("#form")
const STEPS = ["form", "action", "waiting", "paid"]
/** After this many attempts without a response, the outcome of a purchase is unknown. */
const PATIENCE = 2

const vintem = window.Vintem(key)
const variables = { borderRadius: "8px", fontFamily: "system-ui, sans-serif", fontSize: "16px", spacing: "14px" }
const card = vintem.elements({ locale: "pt-BR", appearance: { variables } }).create("card")
card.mount("#card")
card.on("change", () => explain(""))

/** The buyer's choices: the product, the method, and the visible fields. */
const chosen = () => {
  const { product: id, ...values } = Object.fromEntries(new FormData(form))
  return { ...values, product: products.find((each) => each.id === id) }
}

function showStep(step) {
  for (const each of STEPS) $(`#${each}`).hidden = each !== step
  if (step !== "form") $(`#${step} h2`).focus()
}

/** Shows an error, at its field if it has one. */
function explain(message, field) {
  $("#error").textContent = message
  for (const input of form.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid")
  field?.setAttribute("aria-invalid", "true")
  field?.setAttribute("aria-describedby", "error")
  field?.focus()
}

function fail({ code, param, message }) {
  // A confirm names a member of the customer: customer.address.state.
  const member = param?.replace("customer.", "") ?? ""
  const field = form.elements[{ "document.number": "cpf", "card.holderName": "name" }[member] ?? member.replace("address.", "")]
  showStep("form")
  explain(MESSAGES[member] ?? MESSAGES[code] ?? message ?? "Não deu certo desta vez. Tente de novo em um minuto.", field)
}

/** Shows the product, and only the fields that its payment method needs. */
function refresh() {
  const { product } = chosen()
  const { recurring, amount, maxInstallments } = product
  $("#name").textContent = product.name
  $("#description").textContent = product.description
  $("#picture").src = recurring ? "/club.svg" : "/camera.svg"
  $("#picture").alt = recurring ? "Filmes e fotografias reveladas" : "Câmera de metal escovado e couro verde"
  $("#price").textContent = money(amount) + (recurring ? " por mês" : "")
  $("#terms").textContent = recurring ? "Cancele quando quiser." : `ou até ${maxInstallments}x no cartão, sem juros`
  for (const input of form.elements.method) input.parentElement.hidden = !methodsOf(product).includes(input.value)
  if (!methodsOf(product).includes(form.elements.method.value)) form.elements.method.value = "card"
  const { method } = chosen()
  for (const part of form.querySelectorAll("[data-for]")) {
    part.hidden = !part.dataset.for.split(" ").includes(method) || (part.id === "installments" && recurring)
    for (const input of part.querySelectorAll("input, select")) input.disabled = part.hidden
  }
  $("#name-label").textContent = method === "card" ? "Nome no cartão" : "Nome completo"
  $("#pay").textContent = verb(product, method)
}

function buyerOf({ email, name, cpf, line1, number, district, city, state, postal_code }) {
  const document = cpf && { type: "cpf", number: cpf }
  return { email, name, document, address: line1 && { line1, number, district, city, state: state.toUpperCase(), postal_code } }
}

async function pay() {
  const { product, method, name, installments, ...buyer } = chosen()
  const made = await (method === "card" ? vintem.createToken(card, { holderName: name }) : vintem.createToken(method))
  if (made.error) return fail({ message: made.error.message })
  const purchase = { order: crypto.randomUUID(), product: product.id, token: made.token.id, buyer: buyerOf({ name, ...buyer }) }
  const { intent, error } = await send({ ...purchase, installments: installments && Number(installments) })
  if (intent) follow(purchase.order)
  if (error) return fail(error)
  if (intent) await act(purchase.order, intent)
}

/** Shows the buyer's next action. */
async function act(order, intent) {
  if (intent.status !== "requires_action") return showStep("waiting")
  $("#trouble").textContent = ""
  $("#retry").hidden = true
  showStep("action")
  const { outcome } = await vintem.handleNextAction(intent, { container: "#frame" }).catch(() => ({ outcome: "unknown" }))
  if ($("#action").hidden) return
  if (outcome === "succeeded") showStep("waiting")
  else if (outcome === "unknown") await findOut(order)
  else if (outcome === "dismissed") void abandon()
  else fail({ code: outcome === "expired" ? "payment_intent_expired" : "authentication_failed" })
}

/** The next action could not be shown. The payment may be open, or may have ended unseen, so the shop's server looks it up. */
async function findOut(order) {
  $("#trouble").textContent = MESSAGES.unknown
  const { intent } = await ask(`/payments/${order}`)
  if ($("#action").hidden) return
  if (intent.status !== "requires_action") return showStep("waiting")
  $("#trouble").textContent = MESSAGES.still_open
  $("#retry").hidden = false
  $("#retry").onclick = () => act(order, intent)
}

/**
 * Sends a purchase until it gets a response. Its order ensures that it is charged once. Without a response it may have been charged, so the
 * buyer waits and has no form to pay again. Returns nothing if the events report the outcome first.
 */
function send(purchase) {
  return ask("/checkout", { method: "POST", body: JSON.stringify(purchase) }, (tries) => {
    if (tries > PATIENCE && $("#waiting").hidden) return true
    if (tries === PATIENCE) showStep("waiting")
    if (tries >= PATIENCE) follow(purchase.order)
  })
}

/** Calls the shop's server until it responds, or until `isOver`. */
async function ask(path, options, isOver) {
  for (let tries = 1; ; tries++) {
    const asked = fetch(path, options).then((response) => response.status < 500 && response.json())
    const answer = await asked.catch(() => undefined)
    if (answer) return answer
    await new Promise((done) => setTimeout(done, Math.min(tries, 10) * 1000))
    if (isOver?.(tries)) return {}
  }
}

let current

/** Shows an order as its webhooks report it. Only they make it paid, because the page's own view proves nothing. */
function follow(id) {
  current?.stream.close()
  const stream = new EventSource(`/orders/${id}`)
  current = { id, stream }
  stream.onmessage = ({ data }) => {
    const order = JSON.parse(data)
    document.dispatchEvent(new CustomEvent("order", { detail: order }))
    if (order.status === "paid" && $("#paid").hidden) celebrate(order)
    if (order.status === "failed" && $("#form").hidden) fail({ code: order.error ?? "canceled" })
  }
}

function celebrate({ id, nextCharge }) {
  const next = nextCharge ? ` A próxima mensalidade é em ${day(nextCharge)}.` : ""
  $("#paid-text").textContent = `Pedido ${id.slice(0, 8)}.${next} Obrigado!`
  $("#frame").replaceChildren()
  card.clear()
  showStep("paid")
}

/** The buyer wants to pay in another way, so the current code must no longer be payable. */
async function abandon() {
  showStep("form")
  $("#frame").replaceChildren()
  await ask(`/orders/${current.id}`, { method: "DELETE" })
}

form.addEventListener("change", refresh)
form.addEventListener("submit", async (event) => {
  event.preventDefault()
  const missing = form.querySelector("input:invalid")
  if (missing) return explain(missing.value ? "Confira este campo." : "Preencha este campo.", missing)
  explain("")
  $("#pay").disabled = true
  await pay().catch((problem) => {
    console.error(problem)
    fail({})
  })
  $("#pay").disabled = false
})
$("#back").addEventListener("click", abandon)
$("#again").addEventListener("click", () => {
  current.stream.close() // A later event of this order must not take the buyer away from the next one.
  showStep("form")
})

for (const { id, name, amount, recurring } of products) {
  const text = element("span", { textContent: name })
  text.append(element("small", { textContent: money(amount) + (recurring ? " por mês" : "") }))
  const label = element("label")
  label.append(element("input", { type: "radio", name: "product", value: id, checked: !recurring }), text)
  $("#products").append(label)
}
const { amount, maxInstallments } = products.find(({ recurring }) => !recurring)
for (let n = 1; n <= maxInstallments; n++) $("#installments select").add(new Option(terms(amount, n), n))
refresh()

// A bank's page outside of a frame sends the buyer back here.
const returned = new URLSearchParams(location.search).get("order")
if (returned) {
  showStep("waiting")
  follow(returned)
}
