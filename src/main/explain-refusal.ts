import type { AppError } from '../kernel/errors.ts'

/** What a field is called on the command line, where that is not its own name. */
const NAMES: Readonly<Record<string, string>> = {
  organizationId: '<id>',
  keyId: '<keyId>',
  set: '<instant>',
  advance: '<duration>',
  expiresAt: '--expires',
  hasFraudManagement: '--fraud-management',
}

/** One sentence; what is wrong with the input is named as it was typed. */
export function explainRefusal({ kind, message, details }: AppError): string {
  if (kind !== 'invalid' || details.length === 0) return message
  return `${details.map(({ field, reason }) => `${optionOf(field)} ${reason}`).join('; ')}.`
}

/** `contact.address.postalCode` is asked for as `--contact-postal-code`. */
function optionOf(field: string): string {
  const kebab = field
    .replace('.address.', '.')
    .replaceAll('.', '-')
    .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return NAMES[field] ?? `--${kebab}`
}
