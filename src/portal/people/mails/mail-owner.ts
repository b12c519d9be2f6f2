// pure
import { isLanguage, type Language } from '../../../kernel/language.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { INSTALLATION } from '../../../organizations/pure.ts'

/**
 * Whose outbox a mail about somebody's own account goes through. It is the installation's, so that it does not wait behind
 * the mails of an organization, and reaches people without one. The inbox of a sandbox belongs to an organization.
 */
export function mailOwner({ mode, organizationId }: { mode: Mode; organizationId: string | undefined }): string {
  return mode === 'sandbox' ? (organizationId ?? INSTALLATION) : INSTALLATION
}

/** The language that a person has chosen; undefined if the person has not. */
export function chosenLanguage({ language }: { readonly language: string | undefined }): Language | undefined {
  return language !== undefined && isLanguage(language) ? language : undefined
}
