import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { AppError } from '../../kernel/errors.ts'
import type { CommandDeps, Output } from '../../platform/command-line/run-command.ts'
import { progress } from '../../platform/command-line/terminal.ts'
import { chooseBackup } from '../manifest/list-backups.ts'
import { type Restored, restoreBackup } from '../restore/restore-backup.ts'
import { asJson } from './backup-words.ts'
import { type IdentityOption, unpackingOf } from './identity.ts'
import { type Config, type PlaceOption, withPlace } from './with-place.ts'

type Options = PlaceOption &
  IdentityOption & { readonly dataDir: string; readonly backup?: string; readonly secretKey?: string }

export function restore(deps: CommandDeps<Config>, options: Options): Promise<Output> {
  return withPlace(deps, options, async (place) => {
    const { config, log } = deps
    const manifest = await chooseBackup(place, options.backup)
    const restored = await restoreBackup(
      { place, unpacking: unpackingOf(options), config, log, onProgress: progress },
      { manifest, dataDir: resolve(options.dataDir), secretKey: keyIn(options.secretKey) ?? config.secretKey },
    )
    return {
      json: { restored: asJson(manifest), dataDir: restored.dataDir, missing: restored.missing },
      ...wordsOf(restored),
    }
  })
}

const KEY_BYTES = 32

/** Reads a file as `secret.key` is. */
export function keyIn(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  const key = readFileSync(file, 'utf8').trim()
  if (Buffer.from(key, 'base64').length === KEY_BYTES) return key
  throw new AppError('invalid', 'INVALID_KEY', `The file ${file} is not a secret.key.`)
}

function wordsOf({ manifest, dataDir, missing }: Restored): Pick<Output, 'text' | 'warnings'> {
  const { backupId, moment, installationId, records, reports } = manifest
  return {
    text: [
      `Restored the backup ${backupId} of the installation ${installationId} into ${dataDir}.`,
      `It shows the moment ${moment}: PostgreSQL, ${records.rows} records, ${reports.files} report files.`,
      `The settings of the original are in restored-settings.json. Report files are in ${dataDir}/reports: if QUITTANCE_REPORT_STORE was set, move them there.`,
    ].join('\n'),
    warnings: missing.map((what) => `Missing: ${what}.`),
  }
}
