"""All areas, by name."""

import area_batch
import area_betweenness
import area_c
import area_change
import area_choices
import area_damage
import area_devices
import area_dynamic
import area_kill
import area_large
import area_near
import area_peers
import area_python
import area_python_batch
import area_solve
import area_surroundings
import area_verify

AREAS = {area.name: area for area in (
    area_solve.Solve, area_choices.Choices, area_python.PythonSolve, area_peers.Csgraph,
    area_peers.NetworkX, area_dynamic.Dynamic, area_change.Change, area_verify.Verify,
    area_damage.Damage, area_kill.Kill, area_surroundings.Surroundings,
    area_batch.Batch, area_near.Near, area_betweenness.Betweenness,
    area_python_batch.PythonBatch, area_large.Large, area_devices.Devices,
    area_devices.Mpi, area_devices.Tuning, area_c.CInterface)}
