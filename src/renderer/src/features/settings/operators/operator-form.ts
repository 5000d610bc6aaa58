import { z } from 'zod';
import { routes } from '#shared/contract/routes.ts';

const { name, photo } = routes['operators.add'].input.shape;

/** What is typed about an operator. */
export const operatorForm = z.object({ name, photo: photo.unwrap() });
export type OperatorForm = z.infer<typeof operatorForm>;
