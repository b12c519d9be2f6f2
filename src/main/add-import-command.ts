import type { Command } from 'commander'
import type { ImportOptions } from './commands/import.ts'
import { JSON_OPTION, runCommand } from './run-command.ts'

/** Records from files, on the command line. */
export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description('bring in records from a file; run again, it goes on where it was interrupted')
    .argument('<file>', 'NDJSON or CSV, also as .gz or .zst; - for standard input')
    .requiredOption('--kind <kind>', 'what the records tell of, such as transaction')
    .option('--organization <id>', 'who brings them; default: the only one that is below nobody')
    .option('--format <format>', 'ndjson or csv; default: by the name of the file')
    .option('--mapping <file>', 'JSON that says which column is which field')
    .option('--time-zone <zone>', 'for times in CSV that have no offset')
    .option('--delimiter <character>', 'what stands between the cells of CSV; default: a comma')
    .option('--dry-run', 'read and check everything, and store nothing')
    .option('--rejects <file>', 'write down every rejected line and why')
    .option('--restart', 'begin anew where an earlier run was interrupted')
    .option(...JSON_OPTION)
    .action((file: string, options: Omit<ImportOptions, 'file'>) =>
      runCommand(async () => (await import('./commands/import.ts')).importFile, {
        ...options,
        file,
      }),
    )
}
