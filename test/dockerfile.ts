import { Copy, DockerfileParser } from 'dockerfile-ast';

/** An instruction of a Dockerfile. */
interface DockerStep {
  /** In capitals. */
  readonly keyword: string;
  /** The stage that `COPY` takes files from; null for the context, and for other instructions. */
  readonly from: string | null;
  /** What follows, in one line. */
  readonly text: string;
}

export interface Stage {
  readonly name: string;
  readonly base: string;
  readonly steps: readonly DockerStep[];
}

/** The stages of a Dockerfile. */
export function stagesOf(dockerfile: string): readonly Stage[] {
  const stages: { name: string; base: string; steps: DockerStep[] }[] = [];
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    const step = {
      keyword: instruction.getKeyword(),
      from: instruction instanceof Copy ? (instruction.getFromFlag()?.getValue() ?? null) : null,
      text: instruction.getArgumentsContent()?.replace(/\\\n/g, '') ?? '',
    };
    const [base = '', , name = ''] = step.text.split(' ');
    if (step.keyword === 'FROM') stages.push({ name, base, steps: [] });
    else stages.at(-1)?.steps.push(step);
  }
  return stages;
}
