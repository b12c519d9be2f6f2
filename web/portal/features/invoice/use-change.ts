import { useSentChange } from '../../changes/use-sent-change.ts'
import { type InvoiceChange, sendChange } from './queries.ts'

/** Sends one change of the invoice from a dialog. */
export function useChange(number: string, onDone: () => void) {
  return useSentChange<InvoiceChange>((api, change, { headers }) => sendChange(api, number, change, headers), onDone)
}
