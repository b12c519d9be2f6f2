import { expect, test } from 'vitest'
import { BackgroundWork } from './background-work.ts'

test('work is finished when the service stops, also work that other work started', async () => {
  const done: string[] = []
  const background = new BackgroundWork(() => {})
  background.start(async () => {
    background.start(async () => done.push('second'))
    done.push('first')
  })

  await background.settled()

  expect(done).toEqual(['first', 'second'])
})

test('a failure is reported and ends nothing else', async () => {
  const failures: unknown[] = []
  const background = new BackgroundWork((error) => failures.push(error))
  background.start(async () => {
    throw new Error('lost')
  })

  await background.settled()

  expect(failures).toEqual([new Error('lost')])
})
