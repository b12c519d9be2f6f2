// pure
import { invalid, type Problem } from '../../kernel/reading/reading.ts'

/** The settings that live mode is particular about. */
export type LiveSettings = { readonly baseUrl: string }

/** What live mode does not accept; whether the installation is live may be known only after its store was opened. */
export function liveProblems({ baseUrl }: LiveSettings): readonly Problem[] {
  return baseUrl.startsWith('https:') ? [] : [invalid('QUITTANCE_BASE_URL', 'must be an https URL in live mode')]
}
