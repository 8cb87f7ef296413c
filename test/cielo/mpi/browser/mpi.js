// The browser's part of 3-D Secure, written anew from the description of Cielo's script: MPI.load, init, updateCard and challenge.
// Its overlay has inline styles, and it posts a form to the bank's page in an iframe, as the real one does: a page needs a
// Content-Security-Policy that allows both.
;(() => {
  const NEVER_READY = false
  const BASE = new URL("../..", document.currentScript.src).href
  const OVERLAY_STYLE = "position:fixed;inset:0;z-index:2147483647;background:rgba(0,0,0,.6);display:flex"
  const FRAME_STYLE = "width:min(390px,100vw);height:min(400px,100vh);margin:auto;border:0;background:#fff"

  let config
  let isLoaded = false
  let referenceId

  const fire = (event, value) => setTimeout(() => config?.[event]?.(value))
  const fail = (ReturnCode, ReturnMessage) => fire("onError", { ReturnCode, ReturnMessage })

  /** Without a content type of JSON, a browser asks no leave first. Throws where the MPI refuses. */
  async function tell(path, body) {
    const response = await fetch(BASE + path, { method: "POST", body: JSON.stringify(body), credentials: "omit" })
    if (!response.ok) throw new Error((await response.json().catch(() => ({}))).message ?? `HTTP ${response.status}`)
  }

  /** Asks the page for the card. Without a reader, the library gets none. */
  function updateCard() {
    const number = config?.cardNumberReader?.()
    if (!number) return
    if (!referenceId) return fail("MPI901", "MPI.updateCard before MPI.init")
    tell("Browser/Card", { referenceId, number: String(number) }).catch(({ message }) => fail("MPI901", message))
  }

  function load(given) {
    config = given
    if (isLoaded) return
    isLoaded = true
    fire("onLoadComplete")
  }

  async function init(id, token) {
    if (!isLoaded) throw new Error("MPI.init before MPI.load")
    referenceId = id
    try {
      const environment = config.Environment === "SDB" ? "SDB" : "PRD"
      await tell("Browser/Setup", { referenceId: id, token, environment, userAgent: navigator.userAgent })
      if (!NEVER_READY) fire("onReady")
    } catch ({ message }) {
      fail("MPI901", message)
    }
  }

  async function challenge(given, order) {
    const { AcsUrl, Payload, TransactionId } = given ?? {}
    if (!AcsUrl || !Payload || !TransactionId) return fail("10004", "AcsUrl, Payload and TransactionId are required")
    if (!referenceId) return fail("MPI901", "MPI.challenge before MPI.init")
    const { OrderDetails = {}, Consumer = {} } = order ?? {}
    const number = Consumer.Account?.AccountNumber
    const told = { referenceId, transactionId: TransactionId, payload: Payload, orderNumber: OrderDetails.OrderNumber, number }
    try {
      await tell("Browser/Challenge", told)
    } catch ({ message }) {
      return fail("MPI901", message)
    }
    show(AcsUrl, Payload, TransactionId)
  }

  /** Shows the bank's page over this one until it tells how the challenge ended. */
  function show(acsUrl, payload, transactionId) {
    const overlay = document.createElement("div")
    overlay.setAttribute("style", OVERLAY_STYLE)
    const frame = document.createElement("iframe")
    frame.setAttribute("style", FRAME_STYLE)
    frame.name = `mpi-challenge-${transactionId}`
    frame.title = "Autenticação do banco"
    overlay.append(frame)
    document.body.append(overlay)
    const { origin } = new URL(acsUrl)
    addEventListener("message", function end({ data, origin: from, source }) {
      if (from !== origin || source !== frame.contentWindow || data?.messageType !== "ChallengeEnd") return
      removeEventListener("message", end)
      overlay.remove()
      validated(data)
    })
    post(acsUrl, frame.name, payload)
  }

  function post(acsUrl, target, creq) {
    const form = document.createElement("form")
    Object.assign(form, { method: "post", action: acsUrl, target, hidden: true })
    const field = document.createElement("input")
    Object.assign(field, { type: "hidden", name: "creq", value: creq })
    form.append(field)
    document.body.append(form)
    form.submit()
    form.remove()
  }

  function validated({ actionCode, transactionId }) {
    if (["SUCCESS", "NOACTION", "FAILURE", "ERROR"].includes(actionCode) && transactionId)
      return fire("onValidationRequired", { TransactionId: transactionId })
    if (actionCode === "ERROR") return fail("MPI901", "the challenge failed")
    fail("MPI902", "the challenge ended in an unknown way")
  }

  window.MPI = { load, init, updateCard, challenge }
})()
