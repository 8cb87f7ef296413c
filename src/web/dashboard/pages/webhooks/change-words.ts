import { type Html, html } from "../../../shared/html.ts"
import type { Words } from "../../../shared/language.ts"

const en = {
  create: {
    title: "New endpoint",
    text: "Vintém will send every event that you choose to this URL, as a POST in JSON with a signature. The next page shows the secret that signs it. It is shown once.",
    button: "Create the endpoint",
    url: "URL",
    urlHint: "It begins with https:// and has a certificate that browsers trust.",
    events: "Events",
    description: "Description",
    descriptionHint: "For yourself. Receivers do not see it.",
    version: "Version of the API",
  },
  edit: {
    title: "Edit the endpoint",
    text: "The events and the version apply from the next event on. Deliveries that wait for an attempt go to the new URL, and are shown as before. The secret stays.",
    button: "Save",
    done: "The endpoint was changed.",
    unchanged: "Nothing was changed.",
  },
  remove: {
    title: "Delete the endpoint",
    text: (url: string) =>
      html`${url} will no longer receive events. Deliveries that wait for an attempt are canceled. The deliveries so far can still be read, but not sent again.`,
    button: "Delete the endpoint",
    done: "The endpoint was deleted.",
  },
  rotate: {
    title: "Replace the secret",
    text: (url: string) =>
      html`Deliveries to ${url} will be signed with a new secret. It is shown once, on the next page. Until you add it to your server, your server rejects deliveries that are signed with it alone. To avoid that, keep signing with the old secret too for a while.`,
    grace: "Keep signing with the old secret too for",
    graces: { "0": "No time: stop now", "3600": "1 hour", "21600": "6 hours", "86400": "24 hours" } as Record<string, string>,
    button: "Replace the secret",
  },
  secret: {
    title: "The signing secret",
    text: "Put it into the configuration of your server now. It is not shown again.",
    next: "To the endpoint",
  },
  test: {
    title: "Send a test event",
    text: (url: string) =>
      html`Vintém makes a payment in test mode, and the event follows from it. It is sent to ${url}, and to every other endpoint that receives such events.`,
    type: "Event",
    button: "Send the event",
    done: "The event is on its way. It is the first one of the deliveries below.",
  },
  replay: {
    title: "Send again",
    text: (message: string, target: string) =>
      html`${message} will be sent to ${target} again, as a new delivery with up to seven attempts. The receiver may already have it, and can recognize it by its id.`,
    before: (id: string) => `It was sent again before, as ${id}.`,
    button: "Send again",
    done: "It is being sent again, as this delivery.",
  },
  now: {
    title: "Send now",
    text: (number: number, most: number, target: string, due: Html | undefined) =>
      html`Attempt ${number} of ${most} to ${target} is made now${due && html`, instead of ${due}`}. If it fails, the next wait begins then. No other delivery is created.`,
    button: "Send now",
    done: "It is being sent.",
  },
  many: {
    title: "Send deliveries again",
    intro: "Choose which. The next page says how many they are, before anything is sent.",
    status: "Status of the deliveries",
    statuses: {
      dead_letter: "Failed",
      delivered: "Delivered",
      canceled: "Canceled",
    },
    since: "Created from",
    until: "Created before",
    zone: "In Brasília time. Empty: no limit.",
    next: "Continue",
    confirm: "Send them again",
    beginning: "the beginning",
    notStatus: "Choose which deliveries to send again.",
    notTime: (text: string) => `'${text}' is not a valid time. Write it as 2026-04-25T14:00, in Brasília time.`,
    none: "No deliveries match. Those that were already sent again are left out.",
    deliveries: (count: number, text: string) => (count === 1 ? "1 delivery" : `${text} deliveries`),
    counted: (deliveries: string, from: Html | string, until: Html, url: string) =>
      html`${deliveries}, created from ${from} to ${until}, will be sent to ${url} again, the oldest first. Each becomes a new delivery with up to seven attempts. Those that were already sent again are left out.`,
    more: (max: string) => `More than ${max} match. The oldest ${max} are sent now, and you can send the others afterwards.`,
    button: (count: string) => `Send ${count} again`,
    done: (deliveries: string) => `Being sent again: ${deliveries}.`,
    rest: "More match. Send again for the others.",
  },
}

const pt: typeof en = {
  create: {
    title: "Novo endpoint",
    text: "O Vintém vai enviar cada evento que você escolher a esta URL, como um POST em JSON com assinatura. A próxima página mostra o segredo que assina. Ele é mostrado uma única vez.",
    button: "Criar o endpoint",
    url: "URL",
    urlHint: "Começa com https:// e tem um certificado em que navegadores confiam.",
    events: "Eventos",
    description: "Descrição",
    descriptionHint: "Só para você. Quem recebe não a vê.",
    version: "Versão da API",
  },
  edit: {
    title: "Editar o endpoint",
    text: "Os eventos e a versão valem a partir do próximo evento. As entregas que aguardam uma tentativa vão para a nova URL e são mostradas como antes. O segredo continua o mesmo.",
    button: "Salvar",
    done: "O endpoint foi alterado.",
    unchanged: "Nada foi alterado.",
  },
  remove: {
    title: "Excluir o endpoint",
    text: (url) =>
      html`${url} não vai mais receber eventos. As entregas que aguardam uma tentativa são canceladas. As entregas até agora continuam visíveis, mas não podem ser reenviadas.`,
    button: "Excluir o endpoint",
    done: "O endpoint foi excluído.",
  },
  rotate: {
    title: "Trocar o segredo",
    text: (url) =>
      html`As entregas para ${url} passam a ser assinadas com um segredo novo, mostrado uma única vez na próxima página. Até você configurá-lo, o seu servidor recusa as entregas assinadas só com ele. Para evitar isso, continue assinando também com o segredo antigo por algum tempo.`,
    grace: "Continuar assinando também com o segredo antigo por",
    graces: { "0": "Nenhum tempo: parar agora", "3600": "1 hora", "21600": "6 horas", "86400": "24 horas" },
    button: "Trocar o segredo",
  },
  secret: {
    title: "O segredo de assinatura",
    text: "Coloque-o agora na configuração do seu servidor. Ele não será mostrado de novo.",
    next: "Ir ao endpoint",
  },
  test: {
    title: "Enviar um evento de teste",
    text: (url) =>
      html`O Vintém faz um pagamento no modo de teste, e o evento vem dele. Ele é enviado a ${url} e a todos os outros endpoints que recebem esse tipo de evento.`,
    type: "Evento",
    button: "Enviar o evento",
    done: "O evento está a caminho. É o primeiro das entregas abaixo.",
  },
  replay: {
    title: "Reenviar",
    text: (message, target) =>
      html`${message} será enviado de novo a ${target}, como uma nova entrega com até sete tentativas. O destinatário talvez já o tenha e pode reconhecê-lo pelo id.`,
    before: (id) => `Já foi reenviado antes, como ${id}.`,
    button: "Reenviar",
    done: "Está sendo reenviado, como esta entrega.",
  },
  now: {
    title: "Enviar agora",
    text: (number, most, target, due) =>
      html`A tentativa ${number} de ${most} para ${target} é feita agora${due && html`, em vez de ${due}`}. Se falhar, a próxima espera começa então. Nenhuma outra entrega é criada.`,
    button: "Enviar agora",
    done: "Está sendo enviada.",
  },
  many: {
    title: "Reenviar entregas",
    intro: "Escolha quais. A próxima página diz quantas são, antes de enviar qualquer coisa.",
    status: "Quais",
    statuses: {
      dead_letter: "As que não foram entregues",
      delivered: "As que foram entregues",
      canceled: "As que foram canceladas",
    },
    since: "Criadas a partir de",
    until: "Criadas antes de",
    zone: "No horário de Brasília. Vazio: sem limite.",
    next: "Continuar",
    confirm: "Reenviar",
    beginning: "o início",
    notStatus: "Escolha quais entregas reenviar.",
    notTime: (text) => `'${text}' não é um horário válido. Escreva como 2026-04-25T14:00, no horário de Brasília.`,
    none: "Nenhuma entrega corresponde. As que já foram reenviadas ficam de fora.",
    deliveries: (count, text) => (count === 1 ? "1 entrega" : `${text} entregas`),
    counted: (deliveries, from, until, url) =>
      html`A reenviar para ${url}: ${deliveries}, com data de ${from} até ${until}, da mais antiga à mais recente. Cada uma vira uma nova entrega com sete tentativas. As que já foram reenviadas ficam de fora.`,
    more: (max) => `Mais de ${max} correspondem. As ${max} mais antigas são enviadas; as outras você pode reenviar depois.`,
    button: (count) => `Reenviar ${count}`,
    done: (deliveries) => `Em reenvio: ${deliveries}.`,
    rest: "Ainda há outras. Reenvie de novo para elas.",
  },
}

export const CHANGE_WORDS: Words<typeof en> = { en, pt }
