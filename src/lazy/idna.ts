import { onDemand } from './on-demand.ts';

export const domainToAscii: (domain: string) => string | null = onDemand(
  async () => (await import('../url/idna.ts')).domainToAscii,
);
