import type { ApiError, Refusal } from "../../../base/errors.ts"
import type { Language } from "../../shared/language.ts"

/** Returns the text of an error in the viewer's language. The domain's messages are in English, and some name commands that merchants do not have. */
export function errorText({ code, message }: ApiError | Refusal, language: Language): string {
  return (language === "pt" ? PORTUGUESE : FOR_MERCHANTS)[code] ?? message
}

const FOR_MERCHANTS: Partial<Record<string, string>> = {
  acquirer_of_platform:
    "The platform pays out the money of this acquirer. So only the operator of the platform sets, drains, replaces and removes the acquirer and moves its payment methods. Ask the operator.",
  no_method_left: "Other acquirers have all payment methods that this one takes. Choose those that it takes over.",
  payouts_not_open: "Payouts in this currency are not open yet. Ask the operator of the platform to open them.",
  bank_account_missing: "The account has no bank account that counts. Set one, or wait until the new one counts.",
  holder_document_missing:
    "The CPF or CNPJ of the holder is not set, so nobody knows whose bank account it must be. Ask the operator of the platform to set it.",
}

const PORTUGUESE: Partial<Record<string, string>> = {
  acquirer_of_platform:
    "A plataforma repassa o dinheiro desta adquirente. Só a plataforma pode trocá-la, removê-la, parar as novas vendas ou mudar os meios de pagamento dela. Fale com a plataforma.",
  no_method_left:
    "Outras adquirentes já recebem todos os meios de pagamento que esta recebe. Escolha os que ela passa a receber.",
  method_not_offered: "A adquirente não recebe um dos meios de pagamento escolhidos.",
  payment_of_platform:
    "A plataforma repassa o dinheiro deste pagamento. Por isso, só quem opera a plataforma registra o que dá dinheiro à conta. Fale com a plataforma.",
  payouts_not_open: "Os repasses nesta moeda ainda não foram liberados. Peça a liberação à plataforma.",
  bank_account_missing: "Nenhuma conta bancária está em vigor. Cadastre uma ou espere a nova entrar em vigor.",
  bank_account_invalid: "A chave PIX ou a conta bancária não é válida. Confira os dados.",
  holder_document_missing:
    "O CPF ou CNPJ do titular não está cadastrado. Sem ele não se sabe de quem a conta bancária deve ser. Peça o cadastro à plataforma.",
  customer_open: "Ainda pode haver movimento de dinheiro deste cliente. Abra a página de novo para ver o que está em aberto.",
  payout_too_small: "O valor disponível é menor que o mínimo de um repasse.",
  dispute_amount: "A contestação é de outro valor. Um valor diferente é outro caso: registre-o na página do pagamento.",
  dispute_not_found: "Este pagamento não tem essa contestação.",
  dispute_unexpected_state: "A situação da contestação não permite isto. Abra a contestação para ver a situação atual.",
  dispute_without_excess: "Não há nada a decidir sobre o excesso desta contestação.",
  chargeback_unexpected_state: "A situação do caso não permite uma resposta. Abra o caso para ver a situação atual.",
  chargeback_answered: "Uma resposta a este caso já está a caminho da adquirente.",
  case_joined: "Este caso já está vinculado a um pagamento.",
  case_not_waiting: "Este caso não aguarda a indicação de um pagamento.",
  case_of_other_account: "O número EC deste caso não é desta conta. Fale com a plataforma.",
  case_of_other_acquirer: "Este pagamento não foi feito na adquirente do caso.",
  desk_missing: "A conta não tem mais acesso aos chargebacks da adquirente. Responda direto na adquirente.",
  reason_invalid: "O motivo deve ter de 1 a 100 caracteres, em uma só linha e sem números de cartão.",
  evidence_missing: "A adquirente exige um documento que comprove a venda.",
  evidence_too_large: "O documento tem mais de 8 MB.",
  evidence_type_invalid: "O documento deve ser um PDF, um JPEG ou um TIFF.",
  evidence_too_long: "O documento tem mais de 10 páginas.",
  evidence_unreadable: "As páginas do documento não podem ser lidas. Salve-o de novo, sem senha, e tente outra vez.",
  difference_ended: "Esta divergência já foi resolvida ou não existe mais.",
  statement_being_read: "Este arquivo já está sendo lido. Tente de novo em um minuto.",
  statement_changed: "O arquivo mudou enquanto era lido. Envie-o de novo.",
  statement_not_refused: "Este arquivo já saiu da lista.",
  payout_unexpected_state: "A situação do repasse não permite isto. Abra o repasse para ver a situação atual.",
  payment_intent_canceled: "Este pagamento está cancelado.",
  payment_intent_expired: "O prazo deste pagamento terminou.",
  payment_intent_unexpected_state: "O estado deste pagamento não permite isto. Abra o pagamento para ver o estado atual.",
  payment_intent_already_refunded: "Este pagamento já foi reembolsado.",
  payment_intent_locked: "Outra operação deste pagamento está em andamento. Tente de novo em um minuto.",
  payment_method_not_found: "O cartão salvo foi desvinculado antes da cobrança.",
  subscription_canceled: "Esta assinatura já está cancelada.",
  subscription_unexpected_state: "A situação da assinatura não permite esta ação.",
  limit_reached: "O limite foi atingido. Remova um item antes de criar outro.",
  rate_limit_exceeded: "Muitas operações ao mesmo tempo. Tente de novo em alguns segundos.",
  processing_error: "A adquirente não respondeu. Veja o estado do pagamento antes de tentar de novo.",
  test_mode_only: "Isto só existe no modo de teste.",
  card_declined: "O cartão foi recusado.",
  insufficient_funds: "O cartão não tem saldo suficiente.",
  expired_card: "O cartão está vencido.",
  incorrect_cvc: "O código de segurança do cartão não confere.",
  authentication_failed: "O pagador não confirmou a compra no banco.",
  refund_not_pending: "Este reembolso não está mais pendente.",
  refund_accepted: "A adquirente aceitou este reembolso e vai fazê-lo. Não devolva o valor por fora.",
  refund_in_progress: "A adquirente está fazendo este reembolso agora. Tente de novo em um minuto.",
  reversal_already_settled: "Esta devolução já está resolvida.",
  reversal_accepted: "A adquirente aceitou esta devolução e vai fazê-la. Não devolva o valor por fora.",
  reversal_in_progress: "A adquirente está fazendo esta devolução agora. Tente de novo em um minuto.",
  charge_not_mismatched: "Não há nada a decidir sobre esta cobrança.",
  charge_not_unanswered: "Não há nada a decidir sobre esta cobrança.",
  capture_not_unanswered: "Não há nada a decidir sobre esta captura.",
  attempt_open:
    "Uma operação ainda está em aberto na adquirente. Veja as pendências e os pagamentos em andamento, e tente de novo mais tarde.",
  mandate_open:
    "Há autorizações de Pix Automático nesta adquirente, e as assinaturas são cobradas por elas. Pause novas vendas até que acabem, ou remova as autorizações.",
  acquirer_not_set: "Esta conta não tem essa adquirente.",
  key_ended: "Esta chave foi revogada ou já expirou. Crie outra.",
  delivery_replayed: "Esta entrega já foi reenviada.",
  delivery_moved: "Uma tentativa desta entrega está em andamento ou acabou de ser feita. Veja a entrega de novo.",
  order_outdated: "Este pagamento já mudou de situação ou é antigo demais: só a situação mais nova é enviada.",
  integration_inactive: "Esta integração está desativada: nada seria enviado a ela.",
  mail_not_needed: "Este pagamento não tem PIX nem boleto à espera do pagador.",
  mail_unproved:
    "A página de um link de pagamento criou este cliente, que ainda não pagou nada. Qualquer pessoa pode ter digitado o endereço, então nada é enviado a ele.",
  mail_pending: "Este e-mail ainda aguarda a vez. Ele será enviado sem isto.",
  mail_not_failed: "Este e-mail não espera por ninguém.",
  document_invalid: "Não é um CPF nem um CNPJ válido. Confira os dígitos.",
  color_invalid: "Não é uma cor. Escreva # e seis dígitos hexadecimais, como #0a5c36.",
  color_too_light:
    "Um texto branco sobre esta cor é difícil de ler: o contraste deve ser de pelo menos 4,5:1. Escolha uma cor mais escura.",
  support_email_invalid: "O e-mail para os pagadores não tem a forma nome@servidor, como ajuda@example.com.",
  support_phone_invalid: "O telefone para os pagadores precisa do código do país, como +55 11 4002-8922.",
  mail_footer_too_long: "O fim dos e-mails deve ter de 1 a 255 caracteres.",
  installments_invalid: "Ofereça de 1 a 12 parcelas, de pelo menos um centavo cada.",
  email_invalid: "Não é um endereço de e-mail, ou tem letras além de A a Z.",
  user_exists: "Já existe um usuário com este e-mail. Mude o papel dele ou remova-o antes.",
  user_removed: "Seu usuário foi removido. Peça a um proprietário que adicione você de novo.",
  not_owner: "Você não é mais proprietário. Peça esta mudança a um proprietário.",
  last_owner: "Este é o último proprietário. Torne outra pessoa proprietária antes.",
  not_found: "Este usuário foi removido. Volte à lista de usuários.",
  proof_missing: "Você já tem uma chave de acesso. Confirme sua identidade com ela antes.",
  passkey_exists: "Esta chave de acesso já está cadastrada. Entre com ela ou cadastre outro aparelho.",
}
