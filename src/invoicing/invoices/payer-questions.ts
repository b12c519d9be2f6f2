import type { Db } from '../../platform/postgres/database.ts'
import { valueProblem } from '../custom-fields/custom-field.ts'
import { personalDataIn } from '../personal-data/personal-data.ts'
import { type AskedField, type PayerQuestions, payerQuestions } from '../presentation/payer-questions.ts'
import { findSettingValues } from '../settings/settings-store.ts'
import { findInvoice } from '../storage/invoice-store.ts'
import { invoiceNotFound } from '../storage/lock-target.ts'

const NO_HISTORY = { offset: 0, limit: 0 }

export async function loadPayerQuestions(
  db: Db,
  place: { readonly organizationId: string; readonly invoiceNumber: string },
): Promise<PayerQuestions> {
  const loaded = await findInvoice(db, place, NO_HISTORY)
  if (loaded === undefined) throw invoiceNotFound()
  const settings = await findSettingValues(db, place.organizationId)
  return payerQuestions(loaded.invoice, { settings, definitions: loaded.definitions })
}

/** Why a payer's answer is refused; undefined if it is accepted. It does not count as a violation. */
export function answerProblem(answer: string, field: AskedField): string | undefined {
  return personalNumberProblem(answer) ?? valueProblem(answer, field)
}

/** Card and identity numbers are refused wherever payers type free text. */
export function personalNumberProblem(text: string): string | undefined {
  const looksLike = personalDataIn(text)
  return looksLike === undefined ? undefined : `must not contain what looks like a ${looksLike}; please leave it out`
}
