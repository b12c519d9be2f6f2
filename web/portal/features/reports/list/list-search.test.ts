import { expect, test } from 'vitest'
import { filtersOf, isFiltered, limitOf, reportSearch, withMore } from './list-search.ts'

const FACTS = { definitionIds: { DepositDetailClass: 217 }, today: '2026-03-09' }

test('the address of the list keeps what it knows, and nothing else', () => {
  const search = { search: '0012', state: 'running', kind: 'once', since: '30', definition: 'DepositDetailClass' }

  expect(reportSearch({ ...search, limit: '100' })).toEqual({ ...search, limit: '100' })
  expect(reportSearch({ search: '', state: 'toString', kind: 'both', since: '31', limit: '7', x: '1' })).toEqual({})
})

test('filters are those of the API', () => {
  const search = reportSearch({ state: 'running', kind: 'once', since: '7', definition: 'DepositDetailClass' })

  expect(filtersOf(search, FACTS)).toEqual({
    search: undefined,
    status: 'PENDING,QUEUED,RUNNING',
    reportDefinitionId: 217,
    isOneTime: true,
    startTime: '2026-03-02T00:00:00.000Z',
  })
  expect(filtersOf({ definition: 'Unknown' }, FACTS)).toMatchObject({ reportDefinitionId: 0 })
  expect(Object.values(filtersOf({}, FACTS)).filter((value) => value !== undefined)).toEqual([])
})

test('more reports are a longer page, up to a limit, and no filter', () => {
  const more = withMore({})

  expect([limitOf({}), limitOf(more), limitOf(withMore(withMore(withMore(more))))]).toEqual([50, 100, 200])
  expect([isFiltered(more), isFiltered({ kind: 'once' })]).toEqual([false, true])
})
