// pure
import { foldedText } from '../../../kernel/folded-text.ts'
import type { CustomFieldDefinition } from '../../custom-fields/custom-field.ts'
import { HEADER_NAMES } from './header-names.ts'
import { customFieldTarget, IMPORT_TARGETS } from './import-fields.ts'

type Definitions = readonly Pick<CustomFieldDefinition, 'definitionId' | 'label'>[]

/**
 * Suggests a field for each column whose name says clearly what it is: the field's own name, a common name in one of the
 * nine languages, or the label of a custom field. Each field is suggested once, for the first such column.
 */
export function suggestMapping(columns: readonly string[], definitions: Definitions): Readonly<Record<string, string>> {
  const named = new Map([
    ...definitions.map(({ label, definitionId }) => [plain(label), customFieldTarget(definitionId)] as const),
    ...NAMES,
  ])
  const used = new Set<string>()
  const suggestions = columns.flatMap((column): [string, string][] => {
    const target = named.get(plain(column))
    if (target === undefined || used.has(target)) return []
    used.add(target)
    return [[column, target]]
  })
  return Object.fromEntries(suggestions)
}

/** Without accents, letter case, spaces, marks, and what follows in brackets, such as a unit. */
function plain(name: string): string {
  const said = name.replace(/\s*[([（].*$/, '').replaceAll('%', ' percent')
  return foldedText(said).replaceAll(/[^\p{L}\p{N}]/gu, '')
}

const NAMES = new Map([
  ...Object.entries(HEADER_NAMES).flatMap(([target, names]) => names.map((name) => [plain(name), target] as const)),
  // Its own name is never another one's.
  ...IMPORT_TARGETS.map((target) => [plain(target), target] as const),
])
