// Record 8, a Pix that was received, or an adjustment of one. It names neither a TID nor an order.
import type { RecordOf, Table } from "./field.ts"

/** Columns 1 to 169 have several sources, the others one and an official sample line. */
export const PIX = {
  length: 400,
  sure: "one",
  fields: {
    establishment: [2, 11, "text", "several"],
    transaction_type: [12, 13, "text", "several"],
    made_on: [14, 19, "yymmdd", "several"],
    time: [20, 25, "time", "several"],
    pix_id: [26, 61, "text", "several"],
    nsu: [62, 67, "text", "several"],
    payment_date: [68, 73, "yymmdd", "several"],
    gross: [74, 87, "money", "several"],
    fee: [88, 101, "money", "several"],
    net: [102, 115, "money", "several"],
    bank: [116, 119, "text", "several"],
    branch: [120, 124, "text", "several"],
    account: [125, 144, "text", "several"],
    captured_on: [145, 150, "yymmdd", "several"],
    fee_rate: [151, 155, "rate", "several"],
    fee_each: [156, 159, "count?", "several"],
    channel: [160, 161, "text", "several"],
    terminal: [162, 169, "text", "several"],
    original_made_on: [170, 175, "yymmdd"],
    original_time: [176, 181, "time"],
    original_pix_id: [182, 217, "text"],
    change: [218, 219, "text"],
    origin: [220, 221, "text"],
    automatic_transfer: [222, 222, "text"],
    transfer_status: [223, 224, "text"],
    cielo_account_on: [225, 230, "yymmdd"],
    long_nsu: [231, 238, "text"],
    scheduled_transfer: [239, 239, "text"],
    txid: [240, 275, "text"],
    recurrence: [276, 311, "text"],
    pix_payment: [312, 347, "text"],
  },
} as const satisfies Table

export type PixLine = RecordOf<typeof PIX>
