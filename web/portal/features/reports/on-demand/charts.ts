import { lazyChart } from '../../../ui/charts/lazy-chart.ts'

export const SalesChart = lazyChart(async () => (await import('./sales-chart.tsx')).SalesChart, 5)
export const NetBar = lazyChart(async () => (await import('./net-bar.tsx')).NetBar, 1)
export const CountsChart = lazyChart(async () => (await import('./counts-chart.tsx')).CountsChart, 5)
