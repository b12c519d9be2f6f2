import { createElement, lazy, Suspense } from 'react'
import { SkeletonLines } from '../../ui/skeleton.tsx'

// The numbers are there first; what draws them comes in a file of its own.

const LazyOwedChart = lazy(async () => ({ default: (await import('./owed-chart.tsx')).OwedChart }))
const LazyReceivedChart = lazy(async () => ({ default: (await import('./received-chart.tsx')).ReceivedChart }))

function waited<Props extends object>(Part: React.ComponentType<Props>, count: number) {
  return function Waited(props: Props) {
    return createElement(Suspense, { fallback: createElement(SkeletonLines, { count }) }, createElement(Part, props))
  }
}

export const OwedChart = waited(LazyOwedChart, 2)
export const ReceivedChart = waited(LazyReceivedChart, 5)
