import type { Command } from 'commander'
import { AppError } from '../../kernel/errors.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { table } from '../../platform/command-line/terminal.ts'
import { withPostgres } from '../../platform/command-line/with-stores.ts'
import { StartupError } from '../../platform/processes/startup-error.ts'
import { type JobList, type ListedJob, listJobs, retryDeadJob } from '../../platform/queue/job-list.ts'

export function addJobCommands(program: Command, run: RunCommand): void {
  const jobs = program.command('jobs').description('list jobs, and retry dead ones')

  run(
    jobs.command('list').description('list the jobs in the queue').option('--dead', 'only jobs without attempts left'),
    listQueue,
  )
  run(jobs.command('retry <id>').description('give a dead job all its attempts again'), retryJob)
}

const ID_MAX = 2n ** 63n - 1n

async function listQueue(deps: CommandDeps, { dead }: { readonly dead?: boolean }): Promise<Output> {
  const list = await withPostgres(deps, ({ db }) => listJobs(db, { isDead: dead }))
  return { json: list, text: asText(list, dead ? 'No dead jobs.' : 'The queue is empty.') }
}

async function retryJob(deps: CommandDeps, { id }: { readonly id: string }): Promise<Output> {
  const isId = /^\d{1,19}$/.test(id) && BigInt(id) <= ID_MAX
  if (!isId) throw new AppError('invalid', 'INVALID_DATA', `"${id}" is not a job id: it must be a whole number.`)
  const isRetried = await withPostgres(deps, ({ db }) => retryDeadJob(db, BigInt(id)))
  if (!isRetried) throw new StartupError(`There is no dead job ${id}: see "quittance jobs list".`)
  return { json: { id, state: 'ready' }, text: `Job ${id} is ready to run.` }
}

function asText({ jobs, hasMore }: JobList, sentenceIfNone: string): string {
  if (jobs.length === 0) return sentenceIfNone
  const header = ['id', 'job', 'state', 'at', 'attempts', 'last error']
  const text = table([header, ...jobs.map(row)])
  return hasMore ? `${text}\n… and more` : text
}

function row({ id, job, state, at, attempts, attemptsMax, lastError }: ListedJob): string[] {
  const seconds = at.toString({ smallestUnit: 'second' })
  const error = (lastError ?? '').replace(/\s+/g, ' ')
  return [id, job, state, seconds, `${attempts} of ${attemptsMax}`, error]
}
