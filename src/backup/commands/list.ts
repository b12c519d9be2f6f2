import type { CommandDeps, Output } from '../../platform/command-line/run-command.ts'
import { table } from '../../platform/command-line/terminal.ts'
import { listBackups } from '../manifest/list-backups.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { asJson, bytesInWords } from './backup-words.ts'
import { type Config, type PlaceOption, withPlace } from './with-place.ts'

export function list(deps: CommandDeps<Config>, options: PlaceOption): Promise<Output> {
  return withPlace(deps, options, async (place) => {
    const backups = await listBackups(place)
    const rows = backups.map((backup) => {
      if (backup.manifest === undefined) return [backup.backupId, 'DAMAGED', backup.problem]
      const { moment, objects, version } = backup.manifest
      return [
        backup.backupId,
        moment,
        bytesInWords(objects.bytes),
        bytesInWords(objects.newBytes),
        version,
        remarksOn(backup.manifest).join(', '),
      ]
    })
    const header = ['backup', 'shows the moment', 'size', 'new', 'version', '']
    return {
      json: {
        place: place.name,
        backups: backups.map((backup) =>
          backup.manifest === undefined
            ? { backupId: backup.backupId, problem: backup.problem }
            : asJson(backup.manifest),
        ),
      },
      text: rows.length === 0 ? 'No backups.' : table([header, ...rows]),
      isFailure: backups.some(({ manifest }) => manifest === undefined),
    }
  })
}

function remarksOn({ recipients, hasSecretKey, postgres }: Manifest): readonly string[] {
  return [
    recipients.length === 0 ? 'not encrypted' : 'encrypted',
    ...(hasSecretKey ? [] : ['without secret.key']),
    ...(postgres.kind === 'left-out' ? ['without PostgreSQL'] : []),
    ...(postgres.kind === 'server' ? [`PostgreSQL ${postgres.version} of a server`] : []),
  ]
}
