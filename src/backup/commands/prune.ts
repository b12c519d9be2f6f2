import { members, withDefault } from '../../kernel/reading/reading.ts'
import { given, wholeNumber } from '../../kernel/reading/text-readers.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { readOptions } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output } from '../../platform/command-line/run-command.ts'
import { pruneBackups } from '../prune/prune-backups.ts'
import { bytesInWords } from './backup-words.ts'
import { type Config, type PlaceOption, withPlace } from './with-place.ts'

const number = (fallback: number) => withDefault(given(wholeNumber(0, 10_000)), fallback)
const PRUNE_OPTIONS = members({ daily: number(7), weekly: number(5), monthly: number(12) })

export function prune(
  deps: CommandDeps<Config>,
  options: PlaceOption & { readonly dryRun?: boolean },
): Promise<Output> {
  return withPlace(deps, options, async (place) => {
    const numbers = readOptions(PRUNE_OPTIONS, options)
    const { dryRun: isDryRun = false } = options
    const pruned = await pruneBackups({ place, machineClock: systemClock, log: deps.log }, { ...numbers, isDryRun })
    const { kept, removed, objects, bytes } = pruned
    const did = isDryRun ? 'Would remove' : 'Removed'
    return {
      json: { isDryRun, ...pruned },
      text: [
        `${did} ${removed.length} of ${kept.length + removed.length} backups${removed.length === 0 ? '.' : `: ${removed.join(', ')}.`}`,
        ...(isDryRun ? [] : [`${objects} objects (${bytesInWords(bytes)}) that no backup needs were removed.`]),
      ].join('\n'),
    }
  })
}
