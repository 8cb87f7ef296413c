import { html } from "../../shared/html.ts"
import type { Words } from "../../shared/language.ts"

const command = html`<code>vintem dashboard login --user EMAIL</code>`

const en = {
  signIn: "Sign in",
  withPasskey: "Sign in with a passkey",
  withIssuer: (name: string) => `Sign in with ${name}`,
  needsScript: "Passkeys need JavaScript. Without it, sign in with a one-time link.",
  askForLink: html`New here, or without your passkey? Ask an owner for a one-time link, or the operator of this service: ${command}.`,
  everyAccount: "every account",
  signInAs: (email: string, account: string) => `Sign in as ${email}, for ${account}`,
  onlyIfYou: (email: string, account: string) =>
    `This link signs you in as ${email}, for ${account}. If that is not you, close this page.`,
  choose: "Choose an account",
  chooseText: (email: string) => `${email} has a user in each of these. Each has its own role, passkeys and sessions.`,
  linkEnded: "This link is no longer valid",
  worksOnce: "A link works once and expires after ten minutes. Ask for a new one.",
  signedIn: "You are signed in",
  goOn: "Go on to the dashboard.",
  back: "Back to the dashboard",
  again: "Try again",
  notVerified: "That passkey was not accepted. Try again. If it is one that was removed, ask an owner for a one-time link.",
  canceled: "Nothing was confirmed. Try again when you are ready.",
  unsupported: "This browser cannot use passkeys at this address. Passkeys need https and a host name, or localhost.",
  failed: "That did not work. Reload the page and try again.",
  tooMany: "Too many requests",
  tooManyText: "Too many sign-ins were tried from your address. Wait a minute.",
  prove: "Confirm your identity",
  proveWhy:
    "Some actions need a recent confirmation, so that another person cannot do them in your name. It is valid for five minutes.",
  proveByPasskey: "Confirm with a passkey",
  proveByIssuer: (name: string) => `Confirm with ${name}`,
  registerFirst: "You have no passkey yet. Register one first. You use it to confirm your identity here, and to sign in.",
  registerPasskey: "Register a passkey",
  linkFirst:
    "You have no passkey, and this session was not opened by a one-time link. Ask an owner for a link, and register a passkey then.",
  issuerDown: (name: string) => `${name} does not answer`,
  issuerDownText: "Try again in a minute. You can still sign in with a passkey or a one-time link.",
  issuerRefused: "The sign-in did not go through",
  issuerRefusedText: "It was canceled, took longer than five minutes, or began in another browser. Begin again.",
  unknownEmail: "You have no access yet",
  unknownEmailText: (email: string) => `No user has the e-mail ${email}. Ask an owner to add you under Users.`,
  unverifiedEmail: "Your e-mail is not verified",
  unverifiedEmailText: (name: string) =>
    `${name} does not say that your e-mail address is yours. Verify it there, and sign in again.`,
  otherUser: "You confirmed as another user",
  otherUserText: "Confirm with the account that you are signed in with, or sign out first.",
  tooOld: "The confirmation is too old",
  tooOldText: (name: string) => `${name} did not ask you to sign in again. Confirm with a passkey instead.`,
  signedInLongAgo: "Your sign-in is too old",
  signedInLongAgoText: (name: string) =>
    `${name} says that you signed in there more than 12 hours ago, or does not say when. Sign out there, and sign in again.`,
}
const pt: typeof en = {
  signIn: "Entrar",
  withPasskey: "Entrar com uma chave de acesso",
  withIssuer: (name) => `Entrar com ${name}`,
  needsScript: "Chaves de acesso precisam de JavaScript. Sem ele, entre com um link de uso único.",
  askForLink: html`Primeiro acesso, ou sem a sua chave? Peça um link de uso único a um proprietário ou ao operador deste serviço: ${command}.`,
  everyAccount: "todas as contas",
  signInAs: (email, account) => `Entrar como ${email}, em ${account}`,
  onlyIfYou: (email, account) => `Com este link, você entra como ${email}, em ${account}. Se não é você, feche esta página.`,
  choose: "Escolha uma conta",
  chooseText: (email) =>
    `${email} tem um usuário em cada uma destas. Cada um tem seu papel, suas chaves de acesso e suas sessões.`,
  linkEnded: "Este link não é mais válido",
  worksOnce: "Um link funciona uma única vez e expira em dez minutos. Peça outro.",
  signedIn: "Você entrou",
  goOn: "Ir para o painel.",
  back: "Voltar ao painel",
  again: "Tentar de novo",
  notVerified:
    "Essa chave de acesso não foi aceita. Tente de novo. Se ela foi removida, peça um link de uso único a um proprietário.",
  canceled: "Nada foi confirmado. Tente de novo quando quiser.",
  unsupported:
    "Este navegador não pode usar chaves de acesso neste endereço. Elas precisam de https e de um nome de host, ou de localhost.",
  failed: "Não deu certo. Carregue a página de novo e repita.",
  tooMany: "Muitas requisições",
  tooManyText: "Houve muitas tentativas de entrar a partir do seu endereço. Aguarde um minuto.",
  prove: "É você mesmo?",
  proveWhy:
    "Algumas ações pedem uma confirmação recente, para que outra pessoa não as faça em seu nome. Ela vale por cinco minutos.",
  proveByPasskey: "Confirmar com uma chave de acesso",
  proveByIssuer: (name) => `Confirmar com ${name}`,
  registerFirst:
    "Você ainda não tem uma chave de acesso. Cadastre uma antes: ela confirma que é você, aqui e na próxima vez que entrar.",
  registerPasskey: "Cadastrar uma chave de acesso",
  linkFirst:
    "Você não tem chave de acesso, e esta sessão não foi aberta por um link de uso único. Peça um link a um proprietário e cadastre uma chave.",
  issuerDown: (name) => `${name} não responde`,
  issuerDownText: "Tente de novo daqui a um minuto. Você ainda pode entrar com uma chave de acesso ou um link de uso único.",
  issuerRefused: "Não foi possível entrar",
  issuerRefusedText: "A entrada foi cancelada, levou mais de cinco minutos ou começou em outro navegador. Comece de novo.",
  unknownEmail: "Você ainda não tem acesso",
  unknownEmailText: (email) => `Nenhum usuário tem o e-mail ${email}. Peça a um proprietário que adicione você em Usuários.`,
  unverifiedEmail: "Seu e-mail não foi verificado",
  unverifiedEmailText: (name) => `${name} não confirma que esse endereço de e-mail é seu. Verifique-o lá e entre de novo.`,
  otherUser: "Essa era outra pessoa",
  otherUserText: "Confirme com a sua própria conta, ou saia antes.",
  tooOld: "Essa confirmação é antiga",
  tooOldText: (name) => `${name} não pediu que você entrasse de novo. Confirme com uma chave de acesso.`,
  signedInLongAgo: "Faz tempo que você entrou",
  signedInLongAgoText: (name) =>
    `${name} diz que você entrou lá há mais de 12 horas, ou não diz quando. Saia de lá e entre de novo.`,
}
export const WORDS: Words<typeof en> = { en, pt }
