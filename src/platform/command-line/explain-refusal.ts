import type { AppError } from '../../kernel/errors.ts'
import { asSentence } from '../../kernel/reading/reading.ts'

/** The command-line names of fields that are not simply their own name in kebab case. */
const NAMES: Readonly<Record<string, string>> = {
  organizationId: '<id>',
  keyId: '<keyId>',
  mode: '<mode>',
  set: '<instant>',
  advance: '<duration>',
  expiresAt: '--expires',
  hasFraudManagement: '--fraud-management',
}

/** One sentence, in which invalid fields are called by the names of their arguments and options. */
export function explainRefusal({ kind, message, details }: AppError, argumentNames: readonly string[] = []): string {
  if (kind !== 'invalid' || details.length === 0) return message
  const nameOf = (field: string) => (argumentNames.includes(field) ? `<${field}>` : optionOf(field))
  return asSentence(details.map((detail) => `${nameOf(detail.field)} ${sentenceOf(detail)}`).join('; '))
}

/** Content that is refused has a code as its reason, and a sentence for people. */
function sentenceOf(detail: AppError['details'][number]): string {
  return 'sentence' in detail ? String(detail.sentence) : detail.reason
}

/** `contact.address.postalCode` is the option `--contact-postal-code`. */
function optionOf(field: string): string {
  const kebab = field
    .replace('.address.', '.')
    .replaceAll('.', '-')
    .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return NAMES[field] ?? `--${kebab}`
}
