import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../platform/clock/clock.ts'
import type { CommandDeps, Output } from '../../platform/command-line/run-command.ts'
import { progress } from '../../platform/command-line/terminal.ts'
import { chooseBackup } from '../manifest/list-backups.ts'
import type { Manifest } from '../manifest/manifest.ts'
import type { BackupPlace } from '../place/place.ts'
import { restoreBackup } from '../restore/restore-backup.ts'
import type { Check } from '../verify/check.ts'
import { checkRestored } from '../verify/check-restored.ts'
import { type VerifiedBackup, verifyBackup } from '../verify/verify-backup.ts'
import { asJson, bytesInWords } from './backup-words.ts'
import { type IdentityOption, unpackingOf } from './identity.ts'
import { keyIn } from './restore.ts'
import { type Config, type PlaceOption, withPlace } from './with-place.ts'

type Options = PlaceOption &
  IdentityOption & { readonly backup?: string; readonly restore?: boolean; readonly secretKey?: string }

export function verify(deps: CommandDeps<Config>, options: Options): Promise<Output> {
  return withPlace(deps, options, async (place) => {
    const manifest = await chooseBackup(place, options.backup)
    const isReadable = manifest.recipients.length === 0 || options.identity !== undefined
    const unpacking = isReadable ? unpackingOf(options) : undefined
    const verified = await verifyBackup({ place, unpacking, onProgress: progress }, manifest)
    const { isRead, objects, bytes, problems, problemCount } = verified
    const isTried = options.restore === true && problemCount === 0
    const checks = isTried ? await restoredChecks(deps, options, { place, manifest }) : []
    return {
      json: {
        backup: asJson(manifest),
        isIntact: problemCount === 0,
        isRead,
        objects,
        bytes,
        problems,
        problemCount,
        checks,
      },
      text: [textOf(verified), ...checks.map(checkText)].join('\n'),
      warnings: warningsOf(verified),
      isFailure: problemCount > 0 || checks.some(({ isPassed }) => !isPassed),
    }
  })
}

type Chosen = { readonly place: BackupPlace; readonly manifest: Manifest }

/** Restores the backup where temporary files go (TMPDIR), checks it there, and removes it again. */
async function restoredChecks(
  { config, log }: CommandDeps<Config>,
  options: Options,
  { place, manifest }: Chosen,
): Promise<readonly Check[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quittance-verify-'))
  try {
    const secretKey = keyIn(options.secretKey) ?? config.secretKey
    const unpacking = unpackingOf(options)
    // Nobody sees it, so nobody has to be erased again.
    const eraseAgain = async (): Promise<void> => {}
    const deps = { place, unpacking, config, machineClock: systemClock, log, onProgress: progress, eraseAgain }
    await restoreBackup(deps, { manifest, dataDir, secretKey, to: undefined, isOnServer: false })
    progress('checking the restored installation')
    const fileStore = { kind: 'folder', folder: join(dataDir, 'reports') } as const
    const stores = { databaseUrl: undefined, clickhouseUrl: undefined, clickhouseCluster: undefined }
    const own = { ...stores, dataDir, fileStore, secretKey: undefined, backupTo: undefined }
    return await checkRestored({ config: { ...config, ...own }, log })
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 })
  }
}

function checkText({ name, isPassed, message }: Check): string {
  return `Restored, ${name}: ${isPassed ? '' : 'FAILED, '}${message}.`
}

function textOf({ manifest, objects, bytes, isRead, problems, problemCount }: VerifiedBackup): string {
  const size = `${objects} objects, ${bytesInWords(bytes)}`
  if (problemCount === 0) {
    const done = isRead ? 'every byte was read and is as it was written' : 'all objects are there with their sizes'
    return `The backup ${manifest.backupId} is intact: ${done} (${size}).`
  }
  return [
    `The backup ${manifest.backupId} is DAMAGED: ${problemCount} problems in ${size}.`,
    ...problems.map((problem) => `  ${problem}`),
    'Delete damaged objects: the next "backup create" writes what still exists again.',
  ].join('\n')
}

function warningsOf({ manifest, isRead }: VerifiedBackup): readonly string[] {
  const { recipients, hasSecretKey, postgres } = manifest
  return [
    ...(isRead || recipients.length === 0
      ? []
      : ['It is encrypted: name the file of an identity with --identity to read its content as well.']),
    ...(hasSecretKey ? [] : ['It has no secret.key: a restore needs a copy of that file that you keep elsewhere.']),
    ...(postgres.kind === 'left-out' ? [`INCOMPLETE: ${postgres.why}.`] : []),
  ]
}
