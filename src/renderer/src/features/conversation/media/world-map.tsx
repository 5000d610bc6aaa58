import { geoAzimuthalEqualArea, geoGraticule10, geoPath } from 'd3-geo';
import { useMemo } from 'react';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import world from 'world-atlas/countries-110m.json';

const WIDTH = 320;
const HEIGHT = 160;
/** Pixels of the earth's radius: the map is about 3,000 km wide, which its coarse coasts can bear. */
const RADIUS = 680;

interface WorldMapProps {
  /** degrees */
  readonly latitude: number;
  readonly longitude: number;
  readonly label: string;
}

/** Coasts and borders around a point, which is in the middle; drawn from what the app has with it, nothing is asked of anyone. */
export function WorldMap({ latitude, longitude, label }: WorldMapProps) {
  const paths = useMemo(() => pathsAround(latitude, longitude), [latitude, longitude]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
    >
      <path d={paths.graticule} fill="none" className="stroke-map-line" strokeWidth="0.5" />
      <path d={paths.land} className="fill-map-land stroke-map-coast" strokeWidth="0.75" />
      <path d={paths.borders} fill="none" className="stroke-map-coast" strokeWidth="0.5" strokeDasharray="2 2" />
    </svg>
  );
}

interface Paths {
  readonly land: string;
  readonly borders: string;
  readonly graticule: string;
}

function pathsAround(latitude: number, longitude: number): Paths {
  const projection = geoAzimuthalEqualArea()
    .rotate([-longitude, -latitude])
    .scale(RADIUS)
    .translate([WIDTH / 2, HEIGHT / 2])
    .clipAngle(40)
    .clipExtent([
      [-2, -2],
      [WIDTH + 2, HEIGHT + 2],
    ]);
  const draw = geoPath(projection).digits(1);
  const topology = world as unknown as Topology<{ countries: GeometryCollection; land: GeometryCollection }>;
  const { countries, land } = topology.objects;
  return {
    land: draw(feature(topology, land)) ?? '',
    borders: draw(mesh(topology, countries, (one, other) => one !== other)) ?? '',
    graticule: draw(geoGraticule10()) ?? '',
  };
}
