import { nearestName } from '../kernel/nearest-name.ts'
import { FIELDS } from './catalogue.ts'
import type { Field } from './field.ts'
import { fieldsOfDefinition, type ReportDefinition } from './report-definition.ts'

/** Why a name does not match a field. */
type FieldNameProblem = {
  readonly kind: 'ambiguous' | 'not-offered' | 'unknown'
  /** Wire names of possible matches. */
  readonly candidates: readonly string[]
  /** Follows the name in a message. */
  readonly sentence: string
}

export type FieldFinder = {
  /** Fast, since it is called for many names. */
  readonly find: (name: string) => Field | undefined
  /** Slow; only called to explain a name that was not found. */
  readonly problemWith: (name: string) => FieldNameProblem
}

/** Fields by name; several where a name is ambiguous. */
type Names = ReadonlyMap<string, readonly Field[]>

type KnownNames = {
  /** `Group.Field` and aliases. */
  readonly whole: Names
  /** The part after the group. */
  readonly bare: Names
  readonly foldedWhole: Names
  readonly foldedBare: Names
}

const CANDIDATES_MAX = 10
/** The groups whose fields the specification writes without a prefix: a bare name that they have means them. */
const UNPREFIXED_GROUPS: ReadonlySet<string> = new Set([
  'Authorization',
  'Batch',
  'ChargebackAndRetrieval',
  'Conversion',
  'Deposit',
  'Device',
  'Event',
  'Exception',
  'Fee',
  'FeeSummary',
  'GiftCard',
  'Healthcare',
  'TMSToken',
  'Token',
])
const ofCatalogue = knownNames(FIELDS)
const unprefixed = knownNames(FIELDS.filter(({ group }) => UNPREFIXED_GROUPS.has(group)))
const finders = new WeakMap<ReportDefinition, FieldFinder>()

/**
 * Finds fields of a report: by bare name too. It means the group that the specification writes without a prefix, if
 * there is one with such a field, and otherwise the only one of the definition's groups that has it.
 */
export function reportFieldFinder(definition: ReportDefinition): FieldFinder {
  return finders.getOrInsertComputed(definition, newFinder)
}

function newFinder(definition: ReportDefinition): FieldFinder {
  const known = knownNames(fieldsOfDefinition(definition))
  const whose = definition.name
  return {
    find: (name) => {
      const meant = reportMeaningsOf(known, name)
      return meant?.length === 1 ? meant[0] : undefined
    },
    problemWith: (name) => {
      const named = meaningsOf(known, name)
      if (named !== undefined) {
        const candidates = wireNamesOf(named)
        if (reportMeaningsOf(known, name)?.length === 0) {
          const meant = listed(wireNamesOf(meaningsOf(unprefixed, name) ?? []))
          const sentence = `means ${meant}, which ${whose} does not have; did you mean ${listed(candidates)}?`
          return { kind: 'not-offered', candidates, sentence }
        }
        const sentence = `must be written with its group: ${listed(candidates)}`
        return { kind: 'ambiguous', candidates, sentence }
      }
      if (meaningsOf(ofCatalogue, name) !== undefined) {
        const sentence = `is not among the fields of ${whose}`
        return { kind: 'not-offered', candidates: [], sentence }
      }
      const candidates = nearestTo(known, name)
      const hint = candidates.length === 0 ? '' : `; did you mean ${listed(candidates)}?`
      return { kind: 'unknown', candidates, sentence: `is not a known field${hint}` }
    },
  }
}

/** Looks a name up exactly, or else in any letter case. */
function meaningsOf(known: KnownNames, name: string): readonly Field[] | undefined {
  const asItStands = known.whole.get(name) ?? known.bare.get(name)
  if (asItStands !== undefined) return asItStands
  const folded = name.toLowerCase()
  return known.foldedWhole.get(folded) ?? known.foldedBare.get(folded)
}

/**
 * Undefined for a name that nobody has; empty if those who have it are not meant. In a report, a bare name that an
 * unprefixed group has means no other group, even if the report has only others.
 */
function reportMeaningsOf(known: KnownNames, name: string): readonly Field[] | undefined {
  const asItStands = known.whole.get(name) ?? unprefixedOnly(known.bare.get(name), unprefixed.bare.has(name))
  if (asItStands !== undefined) return asItStands
  const folded = name.toLowerCase()
  return (
    known.foldedWhole.get(folded) ?? unprefixedOnly(known.foldedBare.get(folded), unprefixed.foldedBare.has(folded))
  )
}

function unprefixedOnly(named: readonly Field[] | undefined, isUnprefixed: boolean): readonly Field[] | undefined {
  return isUnprefixed ? named?.filter(({ group }) => UNPREFIXED_GROUPS.has(group)) : named
}

function nearestTo({ whole, bare }: KnownNames, name: string): readonly string[] {
  const names = name.includes('.') ? whole : bare
  const nearest = nearestName(name, names.keys())
  return nearest === undefined ? [] : wireNamesOf(names.get(nearest) ?? [])
}

function wireNamesOf(fields: readonly Field[]): readonly string[] {
  return fields.slice(0, CANDIDATES_MAX).map(({ wireName }) => wireName)
}

function listed(names: readonly string[]): string {
  return names.join(' or ')
}

function knownNames(fields: readonly Field[]): KnownNames {
  const wholeOf = ({ wireName, aliases }: Field) => [wireName, ...aliases]
  const bareOf = ({ name, aliases }: Field) => [name, ...aliases.map(withoutGroup)]
  const folded = (namesOf: (field: Field) => readonly string[]) => (field: Field) =>
    namesOf(field).map((name) => name.toLowerCase())
  return {
    whole: named(fields, wholeOf),
    bare: named(fields, bareOf),
    foldedWhole: named(fields, folded(wholeOf)),
    foldedBare: named(fields, folded(bareOf)),
  }
}

function withoutGroup(name: string): string {
  return name.slice(name.indexOf('.') + 1)
}

function named(fields: readonly Field[], namesOf: (field: Field) => readonly string[]): Names {
  const names = new Map<string, readonly Field[]>()
  for (const field of fields) {
    // A field has the same bare name under each alias of its group.
    for (const name of new Set(namesOf(field))) names.set(name, [...(names.get(name) ?? []), field])
  }
  return names
}
