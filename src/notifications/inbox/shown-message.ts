// pure
import { type Html, html } from '../../kernel/markup/html.ts'

/** The parts of a mail that lists and pages show. */
export type ShownMessage = {
  readonly organizationId: string
  readonly id: string
  readonly kind: string
  readonly about: string
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly createdAt: Temporal.Instant
}

export const KIND_NAMES: Readonly<Record<string, string>> = {
  invoice: 'Invoice',
  resend: 'Invoice sent again',
  reminder: 'Reminder',
  'overdue-reminder': 'Overdue reminder',
  receipt: 'Receipt',
  'partial-receipt': 'Partial receipt',
  review: 'Under review',
  refund: 'Refund',
  'merchant-notification': 'Merchant notification',
  'card-testing': 'Card testing',
  cancellation: 'Cancellation',
  report: 'Report',
  invitation: 'Invitation',
  'password-reset': 'New password',
  'security-notice': 'Security notice',
}

/** Kinds of mails that need attention, and those with good news. */
const TONES: Readonly<Record<string, string>> = {
  'overdue-reminder': 'overdue',
  'card-testing': 'overdue',
  review: 'pending',
  receipt: 'paid',
  'partial-receipt': 'partial',
}

export function kindTag({ kind }: Pick<ShownMessage, 'kind'>): Html {
  return html`<span class="badge ${TONES[kind] ?? 'draft'}">${KIND_NAMES[kind] ?? kind}</span>`
}
