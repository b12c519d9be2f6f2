import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { exitOf, type RunningStore } from '../processes/child-process.ts'
import { StartupError } from '../processes/startup-error.ts'
import { waitUntil } from '../processes/wait-until.ts'
import { Keeper } from './keeper.ts'
import {
  type KeeperAddress,
  type LeaseAnswer,
  onMessages,
  readLeaseAnswer,
  type StoreName,
  send,
} from './lease-protocol.ts'

/** A store is any process that runs until it is asked to stop. */
function startSleeper(started: number[]): RunningStore {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' })
  const pid = child.pid ?? 0
  started.push(pid)
  const exited = exitOf(child)
  return {
    url: `sleeper:${pid}`,
    exited,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

function startKeeper(started: number[]) {
  const addressFile = join(temporaryFolder(), 'keeper.json')
  const keeper = new Keeper({
    addressFile,
    needs: [],
    starters: {
      postgres: async () => startSleeper(started),
      records: () => Promise.reject(new StartupError('The engine is missing.')),
    },
    log: pino({ level: 'silent' }),
  })
  return { ended: keeper.run(), addressFile }
}

type Lease = {
  readonly socket: Socket
  readonly answers: LeaseAnswer[]
  readonly closed: Promise<unknown>
}

async function lease(addressFile: string, needs: readonly StoreName[], token?: string): Promise<Lease> {
  const address = await waitUntil(() => readAddress(addressFile), { withinMs: 5_000 })
  const socket = connect({ host: '127.0.0.1', port: address?.port ?? 0 })
  const answers: LeaseAnswer[] = []
  onMessages(socket, readLeaseAnswer, (answer) => {
    if (answer.type !== 'welcome') answers.push(answer)
  })
  const closed = once(socket, 'close')
  send(socket, { type: 'lease', token: token ?? address?.token ?? '', needs })
  return { socket, answers, closed }
}

function readAddress(file: string): KeeperAddress | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as KeeperAddress
  } catch {
    return undefined
  }
}

const received = (answers: readonly LeaseAnswer[], count: number) =>
  waitUntil(() => (answers.length >= count ? true : undefined), { withinMs: 5_000 })

test('a store is started once, however many processes ask, and stops with the last lease', async () => {
  const started: number[] = []
  const { ended, addressFile } = startKeeper(started)
  const first = await lease(addressFile, ['postgres'])
  const second = await lease(addressFile, ['postgres'])
  await received(first.answers, 1)
  await received(second.answers, 1)

  send(first.socket, { type: 'release' })
  await first.closed
  send(second.socket, { type: 'release' })
  await second.closed
  await ended

  expect(started).toHaveLength(1)
  expect(first.answers.at(-1)).toEqual({ type: 'released', isKeeperEnding: false })
  expect(second.answers.at(-1)).toEqual({ type: 'released', isKeeperEnding: true })
  expect(() => process.kill(started[0] ?? 0, 0)).toThrow(/ESRCH/)
})

test.each([
  ['closed', (socket: Socket) => socket.destroy()],
  ['reset', (socket: Socket) => socket.resetAndDestroy()],
])('a lease ends when its connection is %s', async (_, end) => {
  const started: number[] = []
  const { ended, addressFile } = startKeeper(started)
  const holder = await lease(addressFile, ['postgres'])
  await received(holder.answers, 1)

  end(holder.socket)
  await ended

  expect(() => process.kill(started[0] ?? 0, 0)).toThrow(/ESRCH/)
})

test('a store that dies is started again and its holders are notified', async () => {
  const started: number[] = []
  const { ended, addressFile } = startKeeper(started)
  const holder = await lease(addressFile, ['postgres'])
  await received(holder.answers, 1)

  process.kill(started[0] ?? 0, 'SIGKILL')
  await received(holder.answers, 2)

  expect(holder.answers).toEqual(started.map((pid) => ({ type: 'stores', urls: { postgres: `sleeper:${pid}` } })))
  send(holder.socket, { type: 'release' })
  await ended
})

test('a store that does not start is reported with its own reason', async () => {
  const { ended, addressFile } = startKeeper([])
  const holder = await lease(addressFile, ['records'])

  await received(holder.answers, 1)

  expect(holder.answers).toEqual([{ type: 'failed', reason: 'The engine is missing.' }])
  send(holder.socket, { type: 'release' })
  await ended
})

test('a stranger without the token gets no lease', async () => {
  const started: number[] = []
  const { ended, addressFile } = startKeeper(started)
  const stranger = await lease(addressFile, ['postgres'], 'guess')

  await stranger.closed

  expect(stranger.answers).toEqual([])
  expect(started).toEqual([])
  const holder = await lease(addressFile, [])
  send(holder.socket, { type: 'release' })
  await ended
})
