package theory

import "filterbench/variants/shape"

// Shape and Growth are those of package shape, under the names by which formulas take
// them.
type (
	Shape  = shape.Shape
	Growth = shape.Growth
)
