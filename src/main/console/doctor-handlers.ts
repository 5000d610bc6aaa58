import type { Doctor } from '#main/doctor/doctor.ts';
import type { Handlers } from './router.ts';

export interface DoctorHandlerOptions {
  readonly doctor: Pick<Doctor, 'run' | 'latest'>;
}

/** What the console asks of the check. */
export function doctorHandlers({
  doctor,
}: DoctorHandlerOptions): Pick<Handlers, Extract<keyof Handlers, `doctor.${string}`>> {
  return {
    'doctor.run': () => doctor.run(),
    'doctor.latest': async () => doctor.latest(),
  };
}
