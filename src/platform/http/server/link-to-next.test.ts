import { expect, test } from 'vitest'
import { linkToNext } from './link-to-next.ts'

const page = { offset: 0, limit: 10, total: 25 }

test.each([
  ['/reports', page, '</reports?offset=10&limit=10>; rel="next"'],
  ['/reports?', { ...page, offset: 10 }, '</reports?offset=20&limit=10>; rel="next"'],
  ['/reports?offset=3&limit=10', { ...page, offset: 3 }, '</reports?offset=13&limit=10>; rel="next"'],
  ['/a%20b?name=A%2BB&x=%3E%3F&empty=', page, '</a%20b?name=A%2BB&x=%3E%3F&empty=&offset=10&limit=10>; rel="next"'],
  ['/a?time=2026-03-01T00:00:00+0100', page, '</a?time=2026-03-01T00%3A00%3A00%200100&offset=10&limit=10>; rel="next"'],
])('the link from %s to the next page keeps its parameters', (url, given, link) => {
  expect(linkToNext({ url }, given)).toEqual({ link })
})

test('the last page and a page past the end have no link', () => {
  expect(linkToNext({ url: '/reports' }, { ...page, offset: 15 })).toEqual({})
  expect(linkToNext({ url: '/reports' }, { ...page, offset: 99 })).toEqual({})
})
