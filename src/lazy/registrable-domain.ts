import { onDemand } from './on-demand.ts';

export const registrableDomain: (host: string) => string | null = onDemand(
  async () => (await import('../url/registrable-domain.ts')).registrableDomain,
);
