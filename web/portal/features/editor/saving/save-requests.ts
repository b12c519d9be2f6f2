import type { Api } from '../../../api/api.ts'
import type { words as English } from '../../../words/editor/en-US.ts'
import type { EditorForm } from '../form/editor-form.ts'
import type { Intent } from '../form/missing-fields.ts'
import { pathOf } from '../queries.ts'

export type SaveResult = { readonly id: string; readonly status: string }

type Change = {
  readonly number: string
  readonly body: object
  readonly intent: Intent
  /** Of this attempt: a repeated one is one request. */
  readonly key: string
  readonly version: string | undefined
  readonly onTag: (version: string) => void
}

export async function createInvoice(api: Api, body: object, key: string): Promise<SaveResult> {
  const headers = { 'idempotency-key': key }
  return (await api.post<SaveResult>('/invoicing/v2/invoices', body, { headers })) as SaveResult
}

/** Saves the invoice, if it is still the version that was loaded, and then sends or publishes it. */
export async function changeInvoice(
  api: Api,
  { number, body, intent, key, version, onTag }: Change,
): Promise<SaveResult> {
  const matching = version === undefined ? {} : { 'if-match': version }
  await api.put(pathOf(number), body, { headers: { 'idempotency-key': key, ...matching }, onTag })
  if (intent === 'send' || intent === 'publish') {
    const action = intent === 'send' ? 'delivery' : 'publication'
    await api.post(`${pathOf(number)}/${action}`, {}, { headers: { 'idempotency-key': `${key} ${action}` } })
  }
  return { id: number, status: '' }
}

/** The completed action, in words. */
export function doneText(
  words: typeof English,
  { intent, form, result }: { readonly intent: Intent; readonly form: EditorForm; readonly result: SaveResult },
): string {
  const number = result.id
  if (result.status === 'ACCEPTED') return words.mailRefused({ number })
  if (intent === 'send' && form.delivery === 'Email') return words.sent({ email: form.email.trim() })
  if (intent === 'draft') return words.draftSaved({ number })
  return intent === 'update' ? words.changed({ number }) : words.created({ number })
}
