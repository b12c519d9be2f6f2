import type { Command } from 'commander'
import { AppError } from '../../kernel/errors.ts'
import { StartupError } from '../../platform/processes/startup-error.ts'
import { deadJobs, type JobList, type ListedJob, listJobs, retryDeadJob } from '../../platform/queue/job-list.ts'
import { type CommandDeps, type CommandOptions, EXIT, JSON_OPTION, runCommand } from '../run-command.ts'
import { harmless, say, sayJson, table } from '../terminal.ts'
import { withPostgres } from '../with-postgres.ts'

/** The queue on the command line. */
export function addCommands(program: Command): void {
  const jobs = program.command('jobs').description('see jobs, and run dead ones again')

  jobs
    .command('list')
    .description('list what is in the queue')
    .option('--dead', 'only jobs that failed for the last time')
    .option(...JSON_OPTION)
    .action((options: CommandOptions & { dead?: boolean }) => runCommand(listQueue, options))

  jobs
    .command('retry <id>')
    .description('give a dead job all its attempts again')
    .option(...JSON_OPTION)
    .action((id: string, options: CommandOptions) => runCommand(retryJob, { ...options, id }))
}

type ListOptions = CommandOptions & { readonly dead?: boolean }
type RetryOptions = CommandOptions & { readonly id: string }

const ID_MAX = 2n ** 63n - 1n

/** Shows what is in the queue, or what failed for the last time. */
export async function listQueue(deps: CommandDeps, { dead, json }: ListOptions): Promise<number> {
  const list = await withPostgres(deps, ({ db }) => (dead ? deadJobs : listJobs)(db))
  if (json) sayJson(list)
  else say(asText(list, dead ? 'No job is dead.' : 'The queue is empty.'))
  return EXIT.done
}

/** Lets a dead job run again. */
export async function retryJob(deps: CommandDeps, { id, json }: RetryOptions): Promise<number> {
  const isId = /^\d{1,19}$/.test(id) && BigInt(id) <= ID_MAX
  if (!isId) {
    const sentence = `"${id}" is no id of a job: it is a whole number.`
    throw new AppError('invalid', 'INVALID_DATA', sentence)
  }
  const isRetried = await withPostgres(deps, ({ db }) => retryDeadJob(db, BigInt(id)))
  if (!isRetried) throw new StartupError(`There is no dead job ${id}: see "quittance jobs list".`)
  if (json) sayJson({ id, state: 'ready' })
  else say(`Job ${id} is ready to run.`)
  return EXIT.done
}

function asText({ jobs, hasMore }: JobList, sentenceIfNone: string): string {
  if (jobs.length === 0) return sentenceIfNone
  const head = ['id', 'job', 'state', 'at', 'attempts', 'last error']
  const text = table([head, ...jobs.map(row)])
  return hasMore ? `${text}\n… and more` : text
}

function row({ id, job, state, at, attempts, attemptsMax, lastError }: ListedJob): string[] {
  const seconds = at.toString({ smallestUnit: 'second' })
  const error = harmless((lastError ?? '').replace(/\s+/g, ' '))
  return [id, job, state, seconds, `${attempts} of ${attemptsMax}`, error]
}
