import { lazyChart } from '../../ui/charts/lazy-chart.ts'

export const OwedChart = lazyChart(async () => (await import('./owed-chart.tsx')).OwedChart, 2)
export const ReceivedChart = lazyChart(async () => (await import('./received-chart.tsx')).ReceivedChart, 5)
