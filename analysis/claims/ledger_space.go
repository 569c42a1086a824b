package claims

var spaceClaims = []Claim{}
var loadClaims = []Claim{}
var duplicateClaims = []Claim{}
var speedClaims = []Claim{}
var systemClaims = []Claim{}
