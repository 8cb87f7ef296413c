import type { Role } from "../../../accounts/users/roles.ts"
import { type Html, html } from "../../html.ts"
import type { Words } from "../shell/language.ts"

const roles: Record<Role, string> = { viewer: "Viewer", operator: "Operator", owner: "Owner" }
const explained: Record<Role, string> = {
  viewer: "Viewer: reads everything",
  operator: "Operator: also refunds, cancels, replays and disputes",
  owner: "Owner: also manages keys, endpoints, plans and users",
}
const en = {
  roles,
  explained,
  users: "Users",
  ofThis: "Of this account",
  ofEvery: "Of every account",
  none: "Nobody has access to only this account yet. Add a user: you get a one-time link to hand over.",
  email: "E-mail",
  role: "Role",
  signedIn: "Last sign-in",
  never: "Not yet",
  passkeys: "Passkeys",
  added: "Added",
  you: "You",
  account: "Account",
  add: "Add a user",
  addText: "They can sign in with the one-time link that you get next. Hand it over yourself: Vintém sends no mail.",
  addButton: "Add the user",
  emailHint: "Also the one by which your OpenID issuer knows them, where there is one.",
  everyAccount: "Every account",
  onlyThis: (name: string) => `Only ${name}`,
  link: "New link",
  linkTitle: (email: string) => `A new one-time link for ${email}`,
  linkText: (email: string) =>
    `You get a link that signs ${email} in once, within ten minutes. Whoever opens it is signed in as them.`,
  forget: "They have lost their passkeys: remove those, so that the link can register a new one",
  linkButton: "Make the link",
  linkShown: (email: string) => `A link for ${email}`,
  linkOnce: "It is shown only now. It works once, for ten minutes. Hand it over in a way that nobody else can read.",
  changeRole: "Change role",
  roleTitle: (email: string) => `The role of ${email}`,
  roleText: (email: string, role: string) => `${email} is ${role.toLowerCase()} now. A new role counts from their next click on.`,
  roleButton: "Change the role",
  roleDone: (email: string, role: string) => `${email} is ${role.toLowerCase()} from now on.`,
  remove: "Remove",
  removeTitle: (email: string) => `Remove ${email}?`,
  removeText: (email: string) =>
    `${email} loses access at once: sessions, links and passkeys end. What they did stays in the audit log.`,
  removeButton: (email: string) => `Remove ${email}`,
  removed: (email: string) => `${email} is removed.`,
  back: "Back to the users",
}
const pt: typeof en = {
  roles: { viewer: "Leitor", operator: "Operador", owner: "Proprietário" },
  explained: {
    viewer: "Leitor: vê tudo",
    operator: "Operador: também reembolsa, cancela, reenvia e contesta",
    owner: "Proprietário: também gerencia chaves, endpoints, planos e usuários",
  },
  users: "Usuários",
  ofThis: "Desta conta",
  ofEvery: "De todas as contas",
  none: "Ninguém tem acesso só a esta conta ainda. Adicione um usuário: você recebe um link de uso único para entregar.",
  email: "E-mail",
  role: "Papel",
  signedIn: "Última entrada",
  never: "Ainda não",
  passkeys: "Chaves de acesso",
  added: "Adicionado",
  you: "Você",
  account: "Conta",
  add: "Adicionar usuário",
  addText: "A pessoa entra com o link de uso único que você recebe a seguir. Entregue-o você mesmo: o Vintém não envia e-mails.",
  addButton: "Adicionar o usuário",
  emailHint: "O mesmo pelo qual o seu provedor OpenID a conhece, se houver um.",
  everyAccount: "Todas as contas",
  onlyThis: (name) => `Só ${name}`,
  link: "Novo link",
  linkTitle: (email) => `Um novo link de uso único para ${email}`,
  linkText: (email) =>
    `Você recebe um link que faz ${email} entrar uma vez, em até dez minutos. Quem o abrir entra como essa pessoa.`,
  forget: "A pessoa perdeu as chaves de acesso: remova-as, para que o link possa cadastrar uma nova",
  linkButton: "Criar o link",
  linkShown: (email) => `Um link para ${email}`,
  linkOnce: "Ele só aparece agora. Funciona uma vez, por dez minutos. Entregue-o de um jeito que ninguém mais possa ler.",
  changeRole: "Mudar papel",
  roleTitle: (email) => `O papel de ${email}`,
  roleText: (email, role) => `${email} é ${role.toLowerCase()} agora. O novo papel vale a partir do próximo clique.`,
  roleButton: "Mudar o papel",
  roleDone: (email, role) => `${email} é ${role.toLowerCase()} a partir de agora.`,
  remove: "Remover",
  removeTitle: (email) => `Remover ${email}?`,
  removeText: (email) =>
    `${email} perde o acesso na hora: sessões, links e chaves de acesso acabam. O que fez continua no registro de auditoria.`,
  removeButton: (email) => `Remover ${email}`,
  removed: (email) => `${email} foi removido.`,
  back: "Voltar aos usuários",
}
export const WORDS: Words<typeof en> = { en, pt }

/** A link that is shown once, to be selected whole. */
export const shownLink = (url: string): Html => html`<p class="secret"><code>${url}</code></p>`
