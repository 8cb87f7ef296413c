/** The contents of a printed boleto. */
export type BoletoPaper = {
  /** 44 digits. */
  barCode: string
  /** In cents. */
  amount: number
  /** ISO date. */
  dueDate: string
  /** ISO date on which the boleto was created. */
  issuedOn: string
  bank: { name: string; code: string }
  /** The merchant. Boletos of earlier versions have neither its document nor its address. */
  payee: { name: string; agencyAndCode: string; document?: string | null; address?: string | null }
  payer: { name: string; document: string; address: string[] }
  /** The merchant's own number for the boleto. */
  documentNumber: string
  /** The bank's number for the boleto ("nosso número"). */
  ourNumber: string
  wallet: string
  /** The text by which the payer recognizes the purchase. */
  statementDescriptor: string | null
  instructions: string[]
  /** Prints a warning across the page that the boleto cannot be paid. */
  test: boolean
}
